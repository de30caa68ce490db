// Factory, MIT licence; see LICENSE
//
// The services of the 1.x guides.

protocol MyServiceType {
  func text() -> String
}

class MyService: MyServiceType {
  func text() -> String { "MyService" }
}

class MockService: MyServiceType {
  func text() -> String { "MockService" }
}

class MockService2: MyServiceType {
  func text() -> String { "MockService2" }
}

class MockServiceN: MyServiceType {
  let n: Int
  init(_ n: Int) { self.n = n }
  func text() -> String { "MockService\(n)" }
}

class ParameterService: MyServiceType {
  let value: Int
  init(value: Int) { self.value = value }
  func text() -> String { "ParameterService\(value)" }
}

class MultipleParameterService {
  let a: Int
  let b: Int
  init(a: Int, b: Int) {
    self.a = a
    self.b = b
  }
}

class EventLogger {}
class SimpleService {}

class AuthenticatedUser {}
class ProfileImageCache {}

/// Whether two instances behind a protocol are one object.
func isSame(_ lhs: Any, _ rhs: Any) -> Bool {
  (lhs as AnyObject) === (rhs as AnyObject)
}

/// Observes an object without retaining it.
final class Observed {
  private(set) weak var object: AnyObject?
  init(_ object: AnyObject?) { self.object = object }
}
