// Factory, MIT licence; see LICENSE
//
// A parent is changed while its children resolve: a resolution sees every change that was made
// before it began, and none that begins after its end.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Version: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private final class VersionContainer: ManagedContainer {
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: VersionContainer) { manager = ContainerManager(childOf: parent) }

  var version: Factory<Version> { self { Version(0) } }
  var other: Factory<Version> { self { Version(0) } }
  var kept: Factory<Version> { self { Version(0) }.cached }
  var plain: Factory<Version> { self { Version(0) } }
  var single: Factory<Version> { self { Version(self.version().number) }.singleton }
}

extension SharedSingletons {
  @Suite("Changing the parent of containers that resolve")
  struct ChangingParents {
    enum Kind: CaseIterable { case empty, used, grandchild, new }

    private func child(_ kind: Kind, of parent: VersionContainer) -> VersionContainer {
      let child = VersionContainer(parent: parent)
      if kind != .empty { child.other.register { Version(-1) } }
      return kind == .grandchild ? VersionContainer(parent: child) : child
    }

    @Test("A child's resolution has the registration that is current", arguments: Kind.allCases)
    func registrations(kind: Kind) {
      let parent = VersionContainer()
      let old = child(kind, of: parent)
      let (begun, done, wrong) = (Counter(), Counter(), Counter())
      whileChanging(Effort.scaled(20_000), readers: 2) { number in
        begun.increment()
        parent.version.register { Version(number) }
        done.increment()
      } read: {
        let child = kind == .new ? child(kind, of: parent) : old
        let least = done.value
        let number = child.version().number
        if number < least || number > begun.value { wrong.increment() }
        if kind != .empty, child.other().number != -1 { wrong.increment() }
      }
      #expect(wrong.value == 0)
    }

    @Test("Once `register` has returned, a grandchild has the registration")
    func grandchild() {
      let parent = VersionContainer()
      let child = VersionContainer(parent: parent)
      let grandchild = VersionContainer(parent: child)
      child.version.onTest { Version(0) }
      child.version.reset(.context)
      let wrong = Counter()
      whileChanging(Effort.scaled(20_000), readers: 3) { number in
        parent.version.register { Version(number) }
        if grandchild.version().number != number { wrong.increment() }
      } read: {
        _ = child.version()
        _ = grandchild.version()
      }
      #expect(wrong.value == 0)
    }

    @Test("A child's cached instance stays, whatever happens to the parent")
    func keptInstances() {
      let parent = VersionContainer()
      let child = child(.used, of: parent)
      let kept = child.kept()
      let wrong = Counter()
      whileChanging(Effort.scaled(20_000), readers: 2) { number in
        if number.isMultiple(of: 3) { parent.manager.reset() }
        parent.kept.register { Version(number) }
        if number.isMultiple(of: 5) { parent.manager.push() }
        if number.isMultiple(of: 5) { parent.manager.pop() }
      } read: {
        if child.kept() !== kept { wrong.increment() }
      }
      #expect(wrong.value == 0)
    }

    @Test("Two children and their parent share a singleton")
    func singletons() {
      let parent = VersionContainer()
      let children = [child(.used, of: parent), child(.grandchild, of: parent)]
      let (begun, done, wrong) = (Counter(), Counter(), Counter())
      whileChanging(Effort.scaled(5000), readers: 2) { number in
        begun.increment()
        parent.version.register { Version(number) }
        parent.single.reset(.scope)
        done.increment()
      } read: {
        for child in children {
          let least = done.value
          let number = child.single().number
          if number < least || number > begun.value { wrong.increment() }
        }
      }
      #expect(wrong.value == 0)
      #expect(children[0].single() === parent.single())
      #expect(children[1].single() === parent.single())
    }

    @Test("A default scope of the parent applies to its children from then on")
    func defaultScopes() {
      let parent = VersionContainer()
      let child = child(.used, of: parent)
      let (isCached, wrong) = (Counter(), Counter())
      whileChanging(Effort.scaled(5000), readers: 2) { number in
        isCached.increment()
        parent.manager.defaultScope = number.isMultiple(of: 2) ? .cached : nil
        isCached.increment()
      } read: {
        let before = isCached.value
        let isSame = child.plain() === child.plain()
        let after = isCached.value
        // No change during the two resolutions.
        guard before == after, before > 0, before.isMultiple(of: 2) else { return }
        if isSame != (parent.manager.defaultScope != nil), isCached.value == after {
          wrong.increment()
        }
      }
      #expect(wrong.value == 0)
    }
  }
}
