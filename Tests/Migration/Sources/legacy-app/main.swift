// Factory, MIT licence; see LICENSE
//
// The 1.3 guide: Xcode UI Testing. Shows one text, which an argument can change.
import Factory
import Foundation

protocol MyServiceType {
  func text() -> String
}

class MyService: MyServiceType {
  func text() -> String { "Hello" }
}

class MockServiceN: MyServiceType {
  let n: Int
  init(_ n: Int) { self.n = n }
  func text() -> String { "Mock Number \(n)!" }
}

extension Container {
  static let myServiceType = Factory<MyServiceType> { MyService() }
}

#if DEBUG
  extension Container: AutoRegistering {
    public static func registerAllServices() {
      // `ProcessInfo()` in the guide, which Foundation has on Apple's systems only.
      if ProcessInfo.processInfo.arguments.contains("-mock1") {
        myServiceType.register { MockServiceN(1) }
      }
    }
  }
#endif

print("\(Container.myServiceType().text()) for Michael")
