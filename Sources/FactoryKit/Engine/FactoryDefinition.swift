// Factory, MIT licence; see LICENSE
//
// What a `Factory` value knows of itself apart from its closure: whose it is, its key, where it
// is declared, and the entry once that was looked up.
import FactoryAtomics

/// The name and the place of a declared factory. All of it is constant at the call site.
@frozen
public struct FactoryDeclaration: Sendable {
  @usableFromInline let name: StaticString
  @usableFromInline let file: StaticString
  @usableFromInline let line: UInt32

  @inlinable
  init(name: StaticString, file: StaticString, line: UInt32) {
    self.name = name
    self.file = file
    self.line = line
  }
}

/// The part of a factory value that does not depend on its types.
///
/// An implementation detail that is public only because ``FactoryModifying`` names it.
public struct FactoryDefinition {
  @usableFromInline let manager: ContainerManager
  @usableFromInline let declaration: FactoryDeclaration
  /// Stays valid: entries live as long as `manager`, which this value owns.
  @usableFromInline var entry: UnsafeMutablePointer<Entry>?
  /// Whether `.once()` has been passed in this value's chain of modifiers.
  @usableFromInline var isPastOnce = false

  @inlinable
  init(manager: ContainerManager, declaration: FactoryDeclaration) {
    self.manager = manager
    self.declaration = declaration
  }
}

extension StaticString {
  /// The text's address, also for the rare literal that is stored as one scalar.
  @inlinable
  var start: UnsafePointer<UInt8> {
    hasPointerRepresentation ? utf8Start : Self.interned(unicodeScalar)
  }

  /// The text's length in bytes.
  @inlinable
  var count: Int {
    hasPointerRepresentation ? utf8CodeUnitCount : String(unicodeScalar).utf8.count
  }

  /// One lasting copy of a scalar's text. Their number is bounded by the program's literals.
  @usableFromInline
  static func interned(_ scalar: Unicode.Scalar) -> UnsafePointer<UInt8> {
    scalarTexts.withLock { texts in
      if let text = texts[scalar] { return text.start }
      let bytes = Array(String(scalar).utf8)
      let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
      copy.initialize(from: bytes, count: bytes.count)
      texts[scalar] = LastingText(start: UnsafePointer(copy))
      return UnsafePointer(copy)
    }
  }

  private static let scalarTexts = Locked<[Unicode.Scalar: LastingText]>([:])

  // Sendable: points to memory that is written once, before it is published, and never freed.
  private struct LastingText: @unchecked Sendable {
    let start: UnsafePointer<UInt8>
  }
}
