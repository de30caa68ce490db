// Factory, MIT licence; see LICENSE
//
// Whether a value may hold the instance that some code resolves. A number, a text or a truth value
// holds none. If it is not known, the value may.
extension Program {
  /// Types whose values hold nothing of what they are made of.
  private static let plainTypes: Set = [
    "Void", "Never", "Bool", "String", "Substring", "StaticString", "Character", "Int", "Int8",
    "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
    "Float", "Float16", "Double", "CGFloat", "Decimal", "Data", "Date", "Duration",
    "TimeInterval", "UUID", "URL", "ObjectIdentifier",
  ]

  /// Generic types that hold values of their arguments.
  private static let collections: Set = [
    "Array", "ArraySlice", "ContiguousArray", "Dictionary", "Optional", "Range", "ClosedRange",
    "Set",
  ]

  /// Functions of the standard library that return such a type, or the type of a value.
  private static let plainFunctions: Set = [
    "assert", "debugPrint", "precondition", "print", "type",
  ]

  /// Properties that have such a type in all libraries.
  private static let plainProperties: Set = [
    "count", "debugDescription", "description", "hashValue", "isEmpty",
  ]

  // MARK: Types

  /// Whether a type, as a file names it, is such a type or made of them.
  func isPlain(_ type: TypeName, from file: Int) -> Bool {
    let (type, file) = types.unaliased(type, from: file)
    return isPlain(text: Substring(type.text), file)
  }

  private func isPlain(text: Substring, _ file: Int) -> Bool {
    var text = text.trimmed
    while let last = text.last, "?!".contains(last) { text = text.dropLast().trimmed }
    if text.contains("->") { return false }
    if text.hasSuffix(".Type") { return true }
    if text.first == "[", text.last == "]" {
      return text.dropFirst().dropLast().parts(at: ",:").allSatisfy { isPlain(text: $0, file) }
    }
    if text.first == "(", text.last == ")" {
      let elements = text.dropFirst().dropLast().parts(at: ",").filter { !$0.trimmed.isEmpty }
      // `name: Type`
      return elements.allSatisfy { isPlain(text: $0.parts(at: ":").last!, file) }
    }
    if text.last == ">", let open = text.firstIndex(of: "<") {
      return Self.collections.contains(String(text[..<open].withoutLibrary))
        && text[open...].dropFirst().dropLast().parts(at: ",").allSatisfy {
          isPlain(text: $0, file)
        }
    }
    if let type = types.find(String(text), from: file), types.types[type].kind != .extension {
      return isPlainEnumeration(type)
    }
    return Self.plainTypes.contains(String(text.withoutLibrary))
  }

  private func isPlainEnumeration(_ type: Int) -> Bool {
    types.types[type].kind == .enum
      && types.types[type].parts.allSatisfy {
        !files[$0.file].facts.types[$0.index].hasAssociatedValues
      }
  }

  // MARK: Expressions

  /// Whether nothing of a value that enters a chain at a link is in the value of the chain.
  private func drops(_ reference: Reference, valueAt entry: Int) -> Bool {
    var isDropped = false
    follow(reference) { index, before in
      if index >= entry, !isDropped { isDropped = isPlain(index, before, reference) }
    }
    return isDropped
  }

  /// Whether the value after a link of a chain is plain.
  private func isPlain(_ index: Int, _ before: Value, _ reference: Reference) -> Bool {
    let chain = chain(reference)
    let link = chain.links[index]
    if index == 0, link.name == nil, link.call != nil {
      if case .closure(let region) = chain.root {
        return isPlainResult(ofClosure: Reference(reference.file, region))
      }
      if let name = chain.rootName, isPlainFunction(name, before) { return true }
    }
    for site in callsOfChain[reference] ?? [] where calls[site].link == index {
      if calls[site].constructs != nil || calls[site].targets.isEmpty { return false }
      return calls[site].targets.allSatisfy { isPlain(member: $0) }
    }
    guard let name = link.name, link.call == nil else { return false }
    if let property = property(name, of: before) {
      return isPlain(member: property)
    }
    return Self.plainProperties.contains(name)
  }

  private func isPlainFunction(_ name: String, _ value: Value) -> Bool {
    switch value {
    case .unknown: Self.plainFunctions.contains(name) || Self.plainTypes.contains(name)
    case .metatype(let type):
      // An extension of a library's type.
      Self.plainTypes.contains(name) && types.types[type].kind == .extension
    default: false
    }
  }

  /// Whether a property's value or a function's result is plain. A function without one returns
  /// nothing.
  private func isPlain(member reference: Reference) -> Bool {
    let member = member(reference)
    if let type = member.type { return isPlain(type, from: reference.file) }
    return member.kind == .function
  }

  private func isPlainResult(ofClosure region: Reference) -> Bool {
    guard case .closure(let closure) = self.region(region).kind else { return false }
    if let result = closure.result { return isPlain(result, from: region.file) }
    return !closure.returned.isEmpty
      && closure.returned.allSatisfy { drops(Reference(region.file, $0), valueAt: 0) }
  }

  /// The property that a name after a value means.
  private func property(_ name: String, of value: Value) -> Reference? {
    let type: Int
    switch value {
    case .instance(let instance): type = instance
    case .metatype(let metatype): type = metatype
    case .container(let container): type = containers[container].type
    default: return nil
    }
    return lineage(of: type).lazy.flatMap { self.types.types[$0].members[name] ?? [] }
      .first { self.member($0).kind == .property }
  }

  // MARK: Arguments

  /// Whether the initial value of a property drops what a link of a chain in it yields: no
  /// expression around it has it in its value, or one resolves it later.
  func dropsInitialValue(_ chain: Reference, after entry: Int) -> Bool {
    // What a statement passes to a function may be kept, what it yields is not.
    if !self.chain(chain).isKept { return true }
    var (current, entry) = (chain, entry)
    var visited: Set<Int> = []
    while visited.insert(current.index).inserted {
      if drops(current, valueAt: entry) { return true }
      guard let outer = chainAround(current) else { return false }
      let links = self.chain(Reference(current.file, outer)).links
      let range = self.chain(current).range
      current.index = outer
      entry = 0
      for (index, link) in links.enumerated() {
        for argument in link.call?.arguments ?? [] where argument.range.contains(range) {
          entry = index
          if deferredArguments[current.file]?.contains(argument.range) == true { return true }
        }
      }
    }
    return false
  }

  /// The innermost chain that contains another one.
  private func chainAround(_ inner: Reference) -> Int? {
    let chains = files[inner.file].facts.chains
    let range = chains[inner.index].range
    return chains.indices.filter {
      $0 != inner.index && chains[$0].range.contains(range) && chains[$0].range != range
    }.max {
      let (one, other) = (chains[$0].range, chains[$1].range)
      return one.start < other.start || one.start == other.start && one.end > other.end
    }
  }

  /// The parameter that takes an argument: by its label, or by its position among those without.
  func parameter(
    at position: Int, of call: Call, in parameters: [ParameterFact]
  ) -> ParameterFact? {
    guard call.arguments[position].label == nil else {
      return parameters.first { $0.label == call.arguments[position].label }
    }
    let before = call.arguments.prefix(position).count { $0.label == nil }
    return parameters.filter { $0.label == nil }.dropFirst(before).first
  }
}

extension ParameterFact {
  /// Whether it takes an expression that runs later.
  var isDeferred: Bool {
    type.map { $0.text.contains("@autoclosure") && $0.text.contains("@escaping") } ?? false
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop { $0 == " " }
    return start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
  }

  fileprivate var withoutLibrary: Substring {
    for library in ["Swift.", "Foundation."] where hasPrefix(library) {
      return dropFirst(library.count)
    }
    return self
  }

  /// The parts between separators that no brackets enclose.
  fileprivate func parts(at separators: String) -> [Substring] {
    var found: [Substring] = []
    var (depth, start) = (0, startIndex)
    for index in indices {
      switch self[index] {
      case "(", "[", "<": depth += 1
      case ")", "]", ">": depth -= 1
      case let separator where depth == 0 && separators.contains(separator):
        found.append(self[start..<index])
        start = self.index(after: index)
      default: break
      }
    }
    return found + [self[start...]]
  }
}
