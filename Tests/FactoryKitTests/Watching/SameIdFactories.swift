// Factory, MIT licence; see LICENSE
//
// A factory with the same name, container and type as one in ResolutionRecorderTests.swift, and two of one name in this
// file.
import FactoryKitTestSupport
import FactoryTesting

extension WatchedContainer {
  fileprivate var alike: Factory<TestService> { self { TestService() } }
  static let twiceLine = #line + 1
  fileprivate var twice: Factory<TestService> { self { TestService() } }
  fileprivate var withKey: Factory<TestService> { self(key: "twice") { TestService() } }

  func resolveAlikeElsewhere() { _ = alike() }
  func resolveTwice() { _ = (twice(), withKey()) }
}
