// Factory, MIT licence; see LICENSE
//
// How the cache stores expressions and regions.
extension CallArgument: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(label)
    encoder.encode(isTrailing)
    encoder.encode(range)
    encoder.encode(chain)
    encoder.encode(closure)
    encoder.encode(literal)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      label: try decoder.decode(), isTrailing: try decoder.decode(), range: try decoder.decode(),
      chain: try decoder.decode(), closure: try decoder.decode(),
      literal: try decoder.decode())
  }
}

extension CallArgument.Literal: FactsCodable {}
extension Link.Receiver: FactsCodable {}

extension Call: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(arguments)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      arguments: try decoder.decode())
  }
}

extension Link: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(name)
    encoder.encode(place)
    encoder.encode(call)
    encoder.encode(end)
    encoder.encode(generics)
    encoder.encode(receiver)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      name: try decoder.decode(), place: try decoder.decode(), call: try decoder.decode(),
      end: try decoder.decode(), generics: try decoder.decode(),
      receiver: try decoder.decode())
  }
}

extension Chain: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(root)
    encoder.encode(links)
    encoder.encode(region)
    encoder.encode(range)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      root: try decoder.decode(), links: try decoder.decode(), region: try decoder.decode(),
      range: try decoder.decode())
  }
}

extension ClosureFact: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(use)
    encoder.encode(captures)
    encoder.encode(mainActor)
    encoder.encode(mainActorPlace)
    encoder.encode(captureInsertion)
    encoder.encode(value)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      use: try decoder.decode(), captures: try decoder.decode(), mainActor: try decoder.decode(),
      mainActorPlace: try decoder.decode(), captureInsertion: try decoder.decode(),
      value: try decoder.decode())
  }
}

extension CaptureInsertion: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(place)
    encoder.encode(before)
    encoder.encode(after)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      place: try decoder.decode(), before: try decoder.decode(), after: try decoder.decode())
  }
}

extension Region: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(kind)
    encoder.encode(parent)
    encoder.encode(range)
    encoder.encode(parameters)
    encoder.encode(requirements)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(
      kind: try decoder.decode(), parent: try decoder.decode(), range: try decoder.decode(),
      parameters: try decoder.decode(), requirements: try decoder.decode())
  }
}

extension BuildCondition: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    encoder.encode(text)
    encoder.encode(isTrue)
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self.init(text: try decoder.decode(), isTrue: try decoder.decode())
  }
}

// MARK: Enumerations, as the number of the case and its values

extension Chain.Root: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    switch self {
    case .name(let name):
      encoder.encode(0)
      encoder.encode(name)
    case .me: encoder.encode(1)
    case .implicit: encoder.encode(2)
    case .keyPath(let keyPath):
      encoder.encode(3)
      encoder.encode(keyPath)
    case .closure(let region):
      encoder.encode(4)
      encoder.encode(region)
    case .string(let text):
      encoder.encode(5)
      encoder.encode(text)
    case .number(let text):
      encoder.encode(6)
      encoder.encode(text)
    case .null: encoder.encode(7)
    case .other: encoder.encode(8)
    case .collection: encoder.encode(9)
    }
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self =
      switch try decoder.decodeNumber() {
      case 0: .name(try decoder.decode())
      case 1: .me
      case 2: .implicit
      case 3: .keyPath(try decoder.decode())
      case 4: .closure(try decoder.decode())
      case 5: .string(try decoder.decode())
      case 6: .number(try decoder.decode())
      case 7: .null
      case 8: .other
      case 9: .collection
      default: throw FactsError()
      }
  }
}

extension Region.Kind: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    switch self {
    case .file: encoder.encode(0)
    case .type(let index):
      encoder.encode(1)
      encoder.encode(index)
    case .member(let index):
      encoder.encode(2)
      encoder.encode(index)
    case .argument(let member, let index):
      encoder.encode(3)
      encoder.encode(member)
      encoder.encode(index)
    case .local(let name):
      encoder.encode(4)
      encoder.encode(name)
    case .closure(let fact):
      encoder.encode(5)
      encoder.encode(fact)
    case .condition(let number, let clause):
      encoder.encode(6)
      encoder.encode(number)
      encoder.encode(clause)
    case .localFunction(let name):
      encoder.encode(7)
      encoder.encode(name)
    }
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self =
      switch try decoder.decodeNumber() {
      case 0: .file
      case 1: .type(try decoder.decode())
      case 2: .member(try decoder.decode())
      case 3: .argument(try decoder.decode(), try decoder.decode())
      case 4: .local(try decoder.decode())
      case 5: .closure(try decoder.decode())
      case 6: .condition(try decoder.decode(), try decoder.decode())
      case 7: .localFunction(try decoder.decode())
      default: throw FactsError()
      }
  }
}

extension ClosureFact.Use: FactsCodable {
  func encode(to encoder: inout FactsEncoder) {
    switch self {
    case .argument(let chain, let link, let label):
      encoder.encode(0)
      encoder.encode(chain)
      encoder.encode(link)
      encoder.encode(label)
    case .called: encoder.encode(1)
    case .stored: encoder.encode(2)
    }
  }

  init(from decoder: inout FactsDecoder) throws(FactsError) {
    self =
      switch try decoder.decodeNumber() {
      case 0:
        .argument(
          chain: try decoder.decode(), link: try decoder.decode(), label: try decoder.decode())
      case 1: .called
      case 2: .stored
      default: throw FactsError()
      }
  }
}
