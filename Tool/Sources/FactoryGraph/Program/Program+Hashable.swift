// Factory, MIT licence; see LICENSE
//
// Which types are known to be `Hashable`.
/// Types of the standard library and Foundation that are `Hashable`.
private let hashableTypes: Set = [
  "AnyHashable", "Bool", "CGFloat", "Calendar", "Character", "CharacterSet", "Data", "Date",
  "DateComponents", "DateInterval", "Decimal", "Double", "Duration", "Float", "Float16",
  "IndexPath",
  "IndexSet", "Int", "Int8", "Int16", "Int32", "Int64", "Locale", "ObjectIdentifier", "String",
  "Substring", "TimeInterval", "TimeZone", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "URL",
  "URLComponents", "URLRequest", "UUID", "Unicode.Scalar",
]

/// Generic types that are `Hashable` if their argument is.
private let collectionTypes: Set = [
  "Array", "ArraySlice", "ClosedRange", "ContiguousArray", "Range", "Set",
]

extension Program {
  /// Whether a type is known to be `Hashable` in every build that has some code. A type that is not
  /// known may be.
  ///
  /// - Parameters:
  ///   - file: where the name of the type is written.
  ///   - region: the code that uses the type.
  func isHashable(
    _ type: TypeExpression, from file: FileIndex, in region: RegionReference, depth: Int = 0
  ) -> Bool {
    // In code that does not compile, an alias may stand for a type that contains it.
    if depth > 8 { return false }
    let (type, file) = types.unaliased(type, from: file)
    // `any Hashable` is not `Hashable`.
    switch type.form {
    case .any, .some: return false
    case .array(let element), .optional(let element):
      return isHashable(element, from: file, in: region, depth: depth + 1)
    default: break
    }
    // A nested type of the same name, which the code cannot name so, is another one.
    let outer = enclosingType(of: region).flatMap { types.type(of: $0) }
    let nested = outer.flatMap { types.find(type.base, in: $0, from: file) }
    if let found = nested ?? types.find(type.base, from: file, isWhole: true),
      types.types[found].kind != .extension
    {
      return types.types[found].kind != .protocol && declaresHashable(found, in: region)
    }
    let base = type.base.withoutModule
    if hashableTypes.contains(base) { return true }
    return collectionTypes.contains(base) && type.arguments.count == 1
      && isHashable(type.arguments[0], from: file, in: region, depth: depth + 1)
  }

  /// Whether a type or what it inherits from conforms to `Hashable`, whatever its generic arguments
  /// are. An enumeration without associated values always does.
  private func declaresHashable(
    _ type: TypeIndex, in region: RegionReference, depth: Int = 0
  ) -> Bool {
    // In code that does not compile, a type may inherit from itself.
    if depth > 8 { return false }
    return types.types[type].parts.contains { part in
      let fact = fact(of: part)
      guard fact.constraints.isEmpty,
        isCompiled(Reference(part.file, fact.region), whenever: region)
      else { return false }
      return fact.hasPlainCases
        || fact.inherited.flatMap(\.composed).contains { name in
          if let own = types.find(name, from: part.file, isWhole: true),
            types.types[own].kind != .extension
          {
            return declaresHashable(own, in: region, depth: depth + 1)
          }
          return name.withoutModule == "Hashable"
        }
    }
  }
}

extension String {
  fileprivate var withoutModule: String {
    for module in ["Swift.", "Foundation."] where hasPrefix(module) {
      return String(dropFirst(module.count))
    }
    return self
  }
}
