// Factory, MIT licence; see LICENSE
//
// Names that are equal but not at the same address are one factory.
import Adding
import Declaring
import FactoryTesting
import Testing
import Using

@Suite("Two modules", .container)
struct ModulesTests {
  @Test("Inlined accessors and equal keys of two modules meet in one instance")
  func instances() {
    let container = Container.shared
    let here = resolvedHere(container)
    let there = resolvedThere(container)
    let inTest = [
      container.inlinedPart(), container.keyedHere(), container.inlinedSingleton(),
    ]
    for index in 0..<3 {
      #expect(here[index] === there[index])
      #expect(here[index] === inTest[index])
    }
    #expect(container.outOfLine() === here[1])
  }

  @Test("A registration in one module applies in the other")
  func registrations() {
    let container = Container()
    let registered = Part()
    container.inlinedPart.register { registered }
    container.keyedThere.register { registered }
    container.inlinedSingleton.register { registered }
    #expect(resolvedHere(container).allSatisfy { $0 === registered })
    #expect(resolvedThere(container).allSatisfy { $0 === registered })
  }

  @Test("A registration of one module in a child applies in the other, after its parent was used")
  func childRegistrations() {
    let parent = Container()
    _ = (parent.inlinedPart(), unscopedResolvedHere(parent))
    let child = Container(parent: parent)
    let registered = Part()
    child.unscopedThere.register { registered }
    #expect(unscopedResolvedHere(child) === registered)
  }

  @Test("Members that several modules add are in one group, those they have in common once")
  func groups() {
    let container = Container.shared
    addHere(container)
    addThere(container)
    addElsewhere(container)
    container.parts.add(\.common).add(\.inlinedPart)
    container.inlinedParts.add(\.common).add(\.inlinedPart)
    for parts in groupsElsewhere(container) + [container.parts(), container.inlinedParts()] {
      #expect(parts.count == 5)
      #expect(parts[1] === container.common())
      #expect(parts[2] === container.inlinedPart())
      #expect(parts[3] === container.partOfUsing())
    }
    #expect(dependency(\.parts)[0] === groupsElsewhere(container)[1][0])
  }
}
