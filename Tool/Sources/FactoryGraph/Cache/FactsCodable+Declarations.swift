// Factory, MIT licence; see LICENSE
//
// How the cache stores declarations.
extension FileFacts: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(imports)
    encoder.encode(regions)
    encoder.encode(types)
    encoder.encode(aliases)
    encoder.encode(members)
    encoder.encode(chains)
    encoder.encode(variables)
    encoder.encode(assignedNames)
    encoder.encode(assignments)
    encoder.encode(suppressions)
    encoder.encode(syntaxErrors)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init()
    imports = try decoder.decode()
    regions = try decoder.decode()
    types = try decoder.decode()
    aliases = try decoder.decode()
    members = try decoder.decode()
    chains = try decoder.decode()
    variables = try decoder.decode()
    assignedNames = try decoder.decode()
    assignments = try decoder.decode()
    suppressions = try decoder.decode()
    syntaxErrors = try decoder.decode()
  }
}

extension Place: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(line)
    encoder.encode(column)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      line: try decoder.decode(), column: try decoder.decode())
  }
}

extension PlaceRange: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(start)
    encoder.encode(end)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      start: try decoder.decode(), end: try decoder.decode())
  }
}

extension TypeName: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(base)
    encoder.encode(arguments)
    encoder.encode(isOptional)
    encoder.encode(text)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      base: try decoder.decode(), arguments: try decoder.decode(),
      isOptional: try decoder.decode(), text: try decoder.decode())
  }
}

extension KeyPathFact: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(root)
    encoder.encode(components)
    encoder.encode(place)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      root: try decoder.decode(), components: try decoder.decode(), place: try decoder.decode())
  }
}

extension ImportFact: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(module)
    encoder.encode(attributes)
    encoder.encode(region)
    encoder.encode(range)
    encoder.encode(removal)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      module: try decoder.decode(), attributes: try decoder.decode(),
      region: try decoder.decode(), range: try decoder.decode(), removal: try decoder.decode())
  }
}

extension SyntaxErrorFact: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(message)
    encoder.encode(place)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      message: try decoder.decode(), place: try decoder.decode())
  }
}

extension Suppression: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(line)
    encoder.encode(rules)
    encoder.encode(place)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      line: try decoder.decode(), rules: try decoder.decode(), place: try decoder.decode())
  }
}

extension ParameterFact: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(label)
    encoder.encode(name)
    encoder.encode(type)
    encoder.encode(hasDefault)
    encoder.encode(place)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      label: try decoder.decode(), name: try decoder.decode(), type: try decoder.decode(),
      hasDefault: try decoder.decode(), place: try decoder.decode())
  }
}

extension CaptureFact: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(specifier)
    encoder.encode(name)
    encoder.encode(place)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      specifier: try decoder.decode(), name: try decoder.decode(), place: try decoder.decode())
  }
}

extension VariableFact: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(name)
    encoder.encode(region)
    encoder.encode(type)
    encoder.encode(value)
    encoder.encode(place)
    encoder.encode(binding)
    encoder.encode(scope)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      name: try decoder.decode(), region: try decoder.decode(), type: try decoder.decode(),
      value: try decoder.decode(), place: try decoder.decode(),
      binding: try decoder.decode(), scope: try decoder.decode())
  }
}

extension AssignmentFact: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(target)
    encoder.encode(value)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(target: try decoder.decode(), value: try decoder.decode())
  }
}

extension AttributeFact: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(name)
    encoder.encode(range)
    encoder.encode(keyPath)
    encoder.encode(chain)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      name: try decoder.decode(), range: try decoder.decode(), keyPath: try decoder.decode(),
      chain: try decoder.decode())
  }
}

extension TypeFact.Kind: FactsCodable {}
extension MemberFact.Kind: FactsCodable {}
extension MemberFact.Storage: FactsCodable {}
extension VariableFact.Binding: FactsCodable {}

extension TypeFact: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(kind)
    encoder.encode(name)
    encoder.encode(inherited)
    encoder.encode(attributes)
    encoder.encode(modifiers)
    encoder.encode(constraints)
    encoder.encode(region)
    encoder.encode(place)
    encoder.encode(keywordPlace)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      kind: try decoder.decode(), name: try decoder.decode(), inherited: try decoder.decode(),
      attributes: try decoder.decode(), modifiers: try decoder.decode(),
      constraints: try decoder.decode(), region: try decoder.decode(),
      place: try decoder.decode(), keywordPlace: try decoder.decode())
  }
}

extension AliasFact: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(name)
    encoder.encode(parameters)
    encoder.encode(target)
    encoder.encode(isPrivate)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      name: try decoder.decode(), parameters: try decoder.decode(),
      target: try decoder.decode(), isPrivate: try decoder.decode())
  }
}

extension MemberFact: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(kind)
    encoder.encode(name)
    encoder.encode(owner)
    encoder.encode(attributes)
    encoder.encode(modifiers)
    encoder.encode(type)
    encoder.encode(parameters)
    encoder.encode(storage)
    encoder.encode(isStatic)
    encoder.encode(body)
    encoder.encode(region)
    encoder.encode(place)
    encoder.encode(range)
    encoder.encode(keyword)
    encoder.encode(modifierRanges)
    encoder.encode(assignment)
    encoder.encode(valueEnd)
    encoder.encode(value)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      kind: try decoder.decode(), name: try decoder.decode(), owner: try decoder.decode(),
      attributes: try decoder.decode(), modifiers: try decoder.decode(),
      type: try decoder.decode(), parameters: try decoder.decode(), storage: try decoder.decode(),
      isStatic: try decoder.decode(), body: try decoder.decode(), region: try decoder.decode(),
      place: try decoder.decode(), range: try decoder.decode(), keyword: try decoder.decode(),
      modifierRanges: try decoder.decode(), assignment: try decoder.decode(),
      valueEnd: try decoder.decode(), value: try decoder.decode())
  }
}
