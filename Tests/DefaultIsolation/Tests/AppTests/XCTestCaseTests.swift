// Factory, MIT licence; see LICENSE
//
// Test cases of XCTest. `XCTestCase` is nonisolated, so a subclass must be, too. On Linux, XCTest
// can call isolated functions only if they are asynchronous.
import FactoryTesting
import Services
import XCTest

@testable import App

nonisolated final class XCTestCaseTests: XCTestCase {
  @MainActor func testReplacesWhatTheMainActorUses() async {
    withTestContainer {
      $0.network.register { MockNetwork() }
      $0.screen.register { ScreenModel(title: "Mock") }
    } operation: {
      XCTAssertEqual(HomeModel().network.get("a"), "mock a")
      XCTAssertEqual(Container.shared.screen().title, "Mock")
    }
    XCTAssertNotEqual(HomeModel().network.get("a"), "mock a")
  }
}

nonisolated final class XCTestCaseSetUpTests: XCTestCase {
  override func setUp() {
    Container.shared.manager.push()
    Container.shared.network.register { MockNetwork() }
  }

  override func tearDown() {
    Container.shared.manager.pop()
    Scope.singleton.reset()
  }

  @MainActor func testUsesWhatSetUpRegisters() async {
    XCTAssertEqual(HomeModel().network.get("a"), "mock a")
  }
}
