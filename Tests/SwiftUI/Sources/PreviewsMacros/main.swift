// Factory, MIT licence; see LICENSE
//
// The plug-in behind `#Preview`. It speaks the compiler's plug-in protocol by itself, because to
// replace one word swift-syntax would have to be compiled first: each message is eight bytes of
// length, the least significant first, and as many of JSON.
import Foundation

func read(count: Int) throws -> Data? {
  var data = Data()
  while data.count < count {
    guard let more = try FileHandle.standardInput.read(upToCount: count - data.count),
      !more.isEmpty
    else { return nil }
    data += more
  }
  return data
}

func nextMessage() throws -> [String: Any]? {
  guard let head = try read(count: 8) else { return nil }
  let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
  // The compiler ends the connection with an empty message.
  guard count > 0, let body = try read(count: count) else { return nil }
  return try JSONSerialization.jsonObject(with: body) as? [String: Any]
}

func answer(_ message: [String: Any]) throws {
  let body = try JSONSerialization.data(withJSONObject: message)
  let head = (0..<8).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) }
  try FileHandle.standardOutput.write(contentsOf: Data(head) + body)
}

/// `#Preview… { … }` becomes a type that creates a `Preview… { … }`.
func expansion(of request: [String: Any]) -> String? {
  guard let discriminator = request["discriminator"] as? String,
    let syntax = request["syntax"] as? [String: Any],
    let source = syntax["source"] as? String,
    let name = source.range(of: "#Preview")
  else { return nil }
  // The mangling of a name that a macro made up to be unique.
  return """
    struct \(discriminator)7previewfMu_: SwiftUI.PreviewRegistry {
      @MainActor static func makePreview() throws -> SwiftUI.Preview {
        SwiftUI.Preview\(source[name.upperBound...])
      }
    }
    """
}

while let message = try nextMessage() {
  if message["getCapability"] != nil {
    let capability: [String: Any] = ["protocolVersion": 7, "features": [String]()]
    try answer(["getCapabilityResult": ["capability": capability]])
  } else if let request = message["expandFreestandingMacro"] as? [String: Any],
    let source = expansion(of: request)
  {
    try answer(["expandMacroResult": ["expandedSource": source, "diagnostics": [String]()]])
  } else {
    throw CocoaError(.featureUnsupported)
  }
}
