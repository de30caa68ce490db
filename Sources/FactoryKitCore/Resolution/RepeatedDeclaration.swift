// Factory, MIT licence; see LICENSE
//
// In debug builds, logs that a container takes two declarations for one factory.
internal import FactoryCore

/// Whether declarations are compared. A key has no line, because the alternatives of one property,
/// `if … { self { A() } } else { self { B() } }`, are one factory, and nothing that the compiler passes
/// tells them from declarations of the same name in two types. So entries record the line of the
/// declaration that they were first used for, and another one is reported.
@usableFromInline
package enum DeclarationChecks {
  @inlinable static var areOn: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}

extension ContainerManager {
  /// Compares the declaration of a factory value with the one that its entry was first used for. Called
  /// with no lock held. Does nothing in release builds.
  @usableFromInline @inline(never)
  func recordDeclaration(_ declaration: FactoryDeclaration, _ types: FactoryTypes) {
    #if DEBUG
      if declaration.keyFile == nil { return }
      report(
        factory_record_line(core, declaration.key(types), declaration.line), declaration, types)
    #endif
  }

  /// The same for a factory that is changed.
  @inline(__always)
  func recordDeclaration(_ declaration: FactoryDeclaration, _ types: FactoryTypes, _ entry: Entry) {
    #if DEBUG
      if declaration.keyFile == nil { return }
      report(factory_entry_record_line(core, entry, declaration.line), declaration, types)
    #endif
  }

  #if DEBUG
    private func report(_ line: UInt32, _ declaration: FactoryDeclaration, _ types: FactoryTypes) {
      if line == 0 { return }
      let file = String(cString: declaration.file)
      Log.writeOnce(
        Message.declaredTwice(describe(declaration, types), otherLocation: "\(file):\(line)"))
    }
  #endif
}
