// Factory, MIT licence; see LICENSE
//
// The types of expressions, as far as declarations and literals tell. `Value` says what an expression
// is if it is something of the program; this also knows the standard library's types.
/// A type as some declaration writes it, without aliases for it.
struct DeclaredType {
  var name: TypeExpression
  /// The type of the program that it is.
  var type: TypeIndex?

  /// Of `Type!`, a member may be that of the optional or of the value in it.
  var isCollectionOrOptional: Bool {
    name.isOptional && !name.isImplicitlyUnwrapped || isCollection
  }

  var isCollection: Bool {
    name.isVariadic || name.isArray || name.isDictionary
      || type == nil && Self.collections.contains(base)
  }

  /// The name without the module of the standard library.
  var base: String { name.base.hasPrefix("Swift.") ? String(name.base.dropFirst(6)) : name.base }

  private static let collections: Set = [
    "Array", "ArraySlice", "ContiguousArray", "Dictionary", "Range", "ClosedRange", "Set", "String",
    "Substring", "EnumeratedSequence", "ReversedCollection", "Zip2Sequence", "StrideTo",
    "StrideThrough", "Result",
  ]
}

/// Functions and properties of a collection whose value is one.
private let collectionMembers: Set = [
  "map", "compactMap", "flatMap", "filter", "sorted", "reversed", "shuffled", "enumerated",
  "prefix", "suffix", "drop", "dropFirst", "dropLast", "keys", "values", "indices", "joined",
  "split", "mapValues", "compactMapValues", "union", "intersection", "subtracting",
]

/// Functions and properties of a collection whose value is an optional element or index.
private let elementMembers: Set = [
  "first", "last", "min", "max", "randomElement", "firstIndex", "lastIndex",
]

/// Functions that return a collection.
private let makingCollections: Set = ["stride", "sequence", "repeatElement"]

extension HasProgram {
  /// The type of a chain, or of what it is before a link; nil if no declaration tells.
  func declaredType(
    of reference: ChainReference, upTo end: Int? = nil, depth: Int = 0
  ) -> DeclaredType? {
    if depth > 8 { return nil }
    let chain = chain(reference)
    let end = end ?? chain.links.count
    let isCalled = end > 0 && chain.links[0].name == nil && chain.links[0].call != nil
    var type = declaredType(ofRoot: chain, reference, isCalled: isCalled, depth)
    for index in 0..<end {
      if index == 0, isCalled, type != nil { continue }
      type = step(type, index, reference)
    }
    return type
  }

  private func step(_ type: DeclaredType?, _ index: Int, _ reference: ChainReference)
    -> DeclaredType?
  {
    let link = chain(reference).links[index]
    if let type, link.receiver == .unwrapped ? type.isCollection : type.isCollectionOrOptional {
      let name = link.name ?? ""
      if type.isCollection, collectionMembers.contains(name) { return .collection }
      let isOptional =
        type.isCollection ? elementMembers.contains(name) : ["map", "flatMap"].contains(name)
      return isOptional ? .optional : nil
    }
    let before = follow(reference, upTo: index)
    switch (before, link.name) {
    case (.factory(let factory), nil), (.factory(let factory), "resolve"):
      if let call = link.call, !registers(call, factory) {
        return declared(factories[factory].type, factories[factory].member.file)
      }
    case (.container(let container), let name?):
      if let factory = factory(
        named: name, in: container, from: reference.file, call: link.call)
      {
        if let call = link.call, !isFunction(factory), !registers(call, factory) {
          return declared(factories[factory].type, factories[factory].member.file)
        }
        return nil
      }
      return memberType(name, of: containers[container].type, false, link.call)
    case (.instance(let type), let name?): return memberType(name, of: type, false, link.call)
    case (.metatype(let type), let name?):
      if name == "init" { return DeclaredType(name: typeName(type), type: type) }
      return memberType(name, of: type, true, link.call)
    default: break
    }
    return nil
  }

  private func declaredType(
    ofRoot chain: Chain, _ reference: ChainReference, isCalled: Bool, _ depth: Int
  ) -> DeclaredType? {
    switch chain.root {
    case .collection: return .collection
    case .string: return declared("String")
    case .number(let text): return declared(text.contains(".") ? "Double" : "Int")
    case .name(let name):
      let region = RegionReference(reference.file, chain.region)
      return declaredType(
        ofName: name, in: region, at: chain.place, isCalled ? chain.links[0].call : nil, depth)
    default: return nil
    }
  }

  private func declaredType(
    ofName name: String, in region: RegionReference, at place: Place, _ call: Call?, _ depth: Int
  ) -> DeclaredType? {
    let file = region.file
    switch local(named: name, in: region, at: place) {
    case .variable(let fact)?:
      if call != nil { return nil }
      if let type = fact.type { return declared(type, file) }
      return fact.value.flatMap { declaredType(of: Reference(file, $0), depth: depth + 1) }
    case .parameter(let fact)?: return call == nil ? fact.type.flatMap { declared($0, file) } : nil
    case nil: break
    }
    let (own, isStatic): (TypeIndex?, Bool) =
      switch me(in: region) {
      case .instance(let type): (type, false)
      case .container(let container): (containers[container].type, false)
      case .metatype(let type): (type, true)
      default: (nil, false)
      }
    if let own, let found = memberType(name, of: own, isStatic, call, depth) { return found }
    if call != nil {
      if let type = types.find(name, from: file) {
        return DeclaredType(name: typeName(type), type: type)
      }
      if makingCollections.contains(name), globals(named: name, from: file).isEmpty {
        return .collection
      }
      if name.first?.isUppercase == true { return declared(TypeExpression(name), file) }
    }
    return globals(named: name, from: file).lazy.compactMap {
      self.type(of: $0, call, depth)
    }.first
  }

  /// The type of a property, or of what a function returns.
  private func memberType(
    _ name: String, of type: TypeIndex, _ isStatic: Bool, _ call: Call?, _ depth: Int = 0
  ) -> DeclaredType? {
    for owner in lineage(of: type) {
      let found = ownMembers(named: name, of: owner).filter { member($0).isStatic == isStatic }
      if !found.isEmpty { return found.lazy.compactMap { self.type(of: $0, call, depth) }.first }
    }
    return nil
  }

  private func type(of reference: MemberReference, _ call: Call?, _ depth: Int) -> DeclaredType? {
    let member = member(reference)
    guard (member.kind == .function) == (call != nil) else { return nil }
    if let call, omitted(by: call, of: member.parameters) == nil { return nil }
    if let type = member.type { return declared(type, reference.file) }
    guard call == nil, let value = member.value else { return nil }
    return declaredType(of: Reference(reference.file, value), depth: depth + 1)
  }

  private func typeName(_ type: TypeIndex) -> TypeExpression {
    TypeExpression(types.types[type].name)
  }

  private func declared(_ name: String) -> DeclaredType {
    DeclaredType(name: TypeExpression(name), type: nil)
  }

  /// A type that a declaration in a file writes.
  func declared(_ name: TypeExpression, _ file: FileIndex) -> DeclaredType? {
    if name == .unknown { return nil }
    let (name, file) = types.unaliased(name, from: file)
    let type = types.find(name.base, from: file).flatMap {
      types.types[$0].kind == .extension ? nil : $0
    }
    return DeclaredType(name: name, type: type)
  }
}

extension DeclaredType {
  fileprivate static let collection = DeclaredType(
    name: TypeExpression(.array(.unknown), text: "[]"), type: nil)
  /// An optional of an unknown type.
  fileprivate static let optional = DeclaredType(
    name: TypeExpression(.optional(.unknown), text: "?"), type: nil)
}
