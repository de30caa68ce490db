// Factory, MIT licence; see LICENSE
//
// The message of a required factory that is registered in child containers only.
import FactoryTesting
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

extension Container {
  fileprivate var user: Factory<String> { required() }
  fileprivate var scopedUser: AsyncFactory<String, any Error> { required().cached }
  fileprivate var session: Factory<String?> { promised() }
  fileprivate var number: Factory<Int> { self { 1 } }
}

/// In which other containers the library knows a factory to be registered.
private func registeredIn<F: FactoryModifying>(_ factory: F) -> String? {
  let definition = factory._definition
  return definition.manager.missingRegistration(definition.declaration, F._types).registeredIn
}

@Suite("Required factories that are registered in children only", .container)
struct RegisteredBelowTests {
  private let parent = Container()
  private func child() -> Container { Container(parent: parent) }

  @Test("The children that have a registration are counted, each once")
  func counted() {
    #expect(registeredIn(parent.user) == nil)
    let children = (0..<3).map { _ in child() }
    #expect(registeredIn(parent.user) == nil)
    children[0].user.register { "a" }
    #expect(registeredIn(parent.user) == "1 container below FactoryKit.Container")
    for child in children { child.user.register { "b" } }
    #expect(registeredIn(parent.user) == "3 containers below FactoryKit.Container")
    withExtendedLifetime(children) {}
  }

  @Test("A child that is released is not counted any more")
  func released() {
    weak var released: Container?
    do {
      let child = child()
      child.user.register { "a" }
      released = child
      withExtendedLifetime(child) { #expect(registeredIn(parent.user) != nil) }
    }
    #expect(released == nil)
    #expect(registeredIn(parent.user) == nil)
  }

  @Test("A container that its last child has retained is not counted any more")
  func releasedWithChild() {
    var middle: Container? = child()
    var leaf: Container? = Container(parent: middle!)
    middle!.user.register { "a" }
    middle = nil
    #expect(registeredIn(parent.user) != nil)
    _ = leaf.take()
    #expect(registeredIn(parent.user) == nil)
  }

  @Test("A sibling, a grandchild and their parents find the same registrations")
  func family() {
    let (child, sibling) = (child(), child())
    let grandchild = Container(parent: child)
    grandchild.user.register { "a" }
    for container in [parent, child, sibling] {
      #expect(registeredIn(container.user) == "1 container below FactoryKit.Container")
    }
    child.user.register { "b" }
    #expect(registeredIn(sibling.user) == "2 containers below FactoryKit.Container")
    withExtendedLifetime(grandchild) {}
  }

  @Test("Resets, push and pop change the count")
  func changes() {
    let child = child()
    child.user.register { "a" }
    child.user.reset(.registration)
    #expect(registeredIn(parent.user) == nil)
    child.user.register { "a" }
    child.manager.push()
    child.manager.reset()
    #expect(registeredIn(parent.user) == nil)
    child.manager.pop()
    #expect(registeredIn(parent.user) != nil)
    child.reset()
    child.manager.push()
    child.user.register { "b" }
    #expect(registeredIn(parent.user) != nil)
    child.manager.pop()
    #expect(registeredIn(parent.user) == nil)
  }

  @Test("Promised factories and those with a scope are counted, others are not")
  func kinds() {
    let child = child()
    child.scopedUser.register { "a" }
    child.session.register { "a" }
    child.number.register { 2 }
    #expect(registeredIn(parent.scopedUser) == "1 container below FactoryKit.Container")
    #expect(registeredIn(parent.session) == "1 container below FactoryKit.Container")
    #expect(registeredIn(parent.number) == nil)
    withExtendedLifetime(child) {}
  }
}
