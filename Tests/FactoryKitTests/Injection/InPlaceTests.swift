// Factory, MIT licence; see LICENSE
//
// Injected properties that are changed in place, as `inout` arguments are.
import FactoryTesting
import Testing

private final class Note {
  let text: String
  init(_ text: String) { self.text = text }
}

private final class NoteContainer: SharedContainer {
  @TaskLocal static var shared = NoteContainer()
  let manager = ContainerManager()

  var count: Factory<Int> { self { 1 } }
  var note: Factory<Note> { self { Note("first") }.cached }
}

private final class Owner {
  @Injected(\NoteContainer.count) var injected
  @LazyInjected(\NoteContainer.count) var lazy
  @WeakLazyInjected(\NoteContainer.note) var weak
}

private func increment(_ number: inout Int) { number += 1 }

@Suite("Injected properties changed in place") struct InPlaceTests {
  @Test("A change of an injected property persists")
  func injected() {
    let owner = Owner()
    increment(&owner.injected)
    #expect(owner.injected == 2)
  }

  @Test("A change of a lazy property resolves it first, and persists")
  func lazy() {
    let owner = Owner()
    increment(&owner.lazy)
    #expect(owner.lazy == 2)
  }

  @Test("A weak property holds an assigned instance weakly")
  func weak() {
    let owner = Owner()
    func replace(_ note: inout Note?, by other: Note) { note = other }
    let second = Note("second")
    withExtendedLifetime(second) {
      replace(&owner.weak, by: second)
      #expect(owner.weak?.text == "second")
    }
  }
}
