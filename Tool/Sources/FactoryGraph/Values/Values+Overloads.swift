// Factory, MIT licence; see LICENSE
//
// Tells functions of one name apart: by labels, and by the types of arguments that literals and
// declarations show.
/// How an argument fits the type of a parameter.
enum Fit: Int {
  case wrong, possible, exact
}

extension HasProgram {
  /// The functions that a call may mean.
  func matching(_ candidates: [MemberReference], _ call: Call, _ file: FileIndex)
    -> [MemberReference]
  {
    let fitting = candidates.filter { omitted(by: call, of: member($0).parameters) != nil }
    if fitting.count < 2 { return fitting }
    let best = best(
      fitting.map { fit(of: call, file, to: member($0).parameters, from: $0.file) })
    return best.map { fitting[$0] }
  }

  /// The initialisers of the first type that has any: the others are not inherited.
  func initializers(_ types: [TypeIndex]) -> [MemberReference] {
    types.lazy.map { self.ownMembers(named: "init", of: $0) }.first { !$0.isEmpty } ?? []
  }

  /// The positions of the candidates that no other one is better than: at least as good in all
  /// arguments, and better in one. Those that an argument rules out are left out.
  func best(_ candidates: [[Fit]]) -> [Int] {
    let possible = candidates.indices.filter { !candidates[$0].contains(.wrong) }
    // The code compiles, so that some type was misunderstood.
    if possible.isEmpty { return Array(candidates.indices) }
    return possible.filter { one in
      !possible.contains { other in
        let pairs = zip(candidates[other], candidates[one])
        return pairs.allSatisfy { $0.rawValue >= $1.rawValue }
          && pairs.contains { $0.rawValue > $1.rawValue }
      }
    }
  }

  /// The parameters that a call leaves out; nil if it does not fit.
  func omitted(by call: Call, of parameters: [ParameterFact]) -> [Int]? {
    var rest = parameters.indices[...]
    var omitted: [Int] = []
    for argument in call.arguments {
      if argument.isTrailing, argument.label == nil {
        // The first trailing closure may be that of any parameter.
        guard
          let index = rest.first(where: { parameters[$0].type.map { $0.function != nil } ?? true })
        else { return nil }
        omitted += rest.prefix { $0 < index }
        rest = rest.drop { $0 <= index }
        continue
      }
      while let first = rest.first, parameters[first].label != argument.label,
        parameters[first].hasDefault
      {
        omitted.append(first)
        rest = rest.dropFirst()
      }
      guard let first = rest.first else { return nil }
      if parameters[first].label == argument.label {
        // A variadic parameter takes the arguments without labels that follow.
        if !parameters[first].isVariadic { rest = rest.dropFirst() }
      } else if parameters[first].isVariadic {
        rest = rest.dropFirst()
      } else {
        return nil
      }
    }
    return rest.allSatisfy { parameters[$0].hasDefault || parameters[$0].isVariadic }
      ? omitted + rest : nil
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

  func fit(
    of call: Call, _ file: FileIndex, to parameters: [ParameterFact], from declaration: FileIndex
  ) -> [Fit] {
    call.arguments.indices.map { position in
      let parameter = parameter(at: position, of: call, in: parameters)
      guard let written = parameter?.type,
        let type = declared(written.element, declaration)
      else { return .possible }
      return fit(call.arguments[position], file, type)
    }
  }

  private func fit(_ argument: CallArgument, _ file: FileIndex, _ type: DeclaredType) -> Fit {
    if argument.closure != nil { return type.type == nil && !type.isKnown ? .possible : .wrong }
    if let literal = argument.literal { return fit(literal, type) }
    guard let index = argument.chain,
      let own = declaredType(of: Reference(file, index))
    else { return .possible }
    if let one = own.type, let other = type.type {
      if one == other { return own.name.isOptional && !type.name.isOptional ? .wrong : .exact }
      return lineage(of: one).contains(other) || types.types[other].kind == .protocol
        || types.types[one].kind == .protocol ? .possible : .wrong
    }
    if own.type == nil, type.type == nil, own.isSame(as: type) {
      return own.name.isOptional == type.name.isOptional ? .exact : .possible
    }
    return own.isKnown && type.isKnown || own.type != nil && type.isKnown ? .wrong : .possible
  }

  private func fit(_ literal: CallArgument.Literal, _ type: DeclaredType) -> Fit {
    if literal == .null { return type.name.isOptional ? .possible : .wrong }
    if type.isKnown {
      if literal.defaultTypes.contains(type.base) { return .exact }
      return literal.types.contains(type.base) ? .possible : .wrong
    }
    if type.name.isArray || type.name.isDictionary {
      return literal == (type.name.isArray ? .array : .dictionary) ? .exact : .wrong
    }
    return .possible
  }
}

extension ParameterFact {
  fileprivate var isVariadic: Bool { type?.isVariadic == true }
}

extension CallArgument.Literal {
  fileprivate var defaultTypes: Set<String> {
    switch self {
    case .string: ["String"]
    case .integer: ["Int"]
    case .float: ["Double"]
    case .truth: ["Bool"]
    case .array, .dictionary, .null: []
    }
  }

  /// The standard library's types that the literal can have.
  fileprivate var types: Set<String> {
    switch self {
    case .string: ["Substring", "StaticString", "Character"]
    case .integer: DeclaredType.integers.union(DeclaredType.floats)
    case .float: DeclaredType.floats
    case .truth, .array, .dictionary, .null: []
    }
  }
}

extension DeclaredType {
  fileprivate static let integers: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
  ]
  fileprivate static let floats: Set = ["Double", "Float", "CGFloat", "Decimal", "TimeInterval"]

  fileprivate func isSame(as other: DeclaredType) -> Bool {
    base.isEmpty ? name.core == other.name.core : base == other.base
  }

  /// Whether it is one of the standard library's types for literals.
  fileprivate var isKnown: Bool {
    type == nil
      && (Self.integers.contains(base) || Self.floats.contains(base)
        || ["String", "Substring", "StaticString", "Character", "Bool"].contains(base))
  }
}
