// Factory, MIT licence; see LICENSE
//
// What unsafe code in the engine relies on.
import FactoryKit
import Testing

@Suite("Layout")
struct Layout {
  @Test("The engine's computed addresses are those of the compiler")
  func offsets() {
    #expect(Entry.isLaidOutAsComputed)
  }
}
