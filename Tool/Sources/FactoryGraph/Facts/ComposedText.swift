// Factory, MIT licence; see LICENSE
//
// Reads texts that a manifest puts together. Other files have many of them, and nothing asks for
// theirs.
import SwiftSyntax

/// A text that is put together with `+` or by interpolation, such as `base + "/Core"`.
struct ComposedText: Sendable {
  enum Part: Sendable {
    case text(String)
    /// The index of a chain.
    case chain(Int)
  }

  var parts: [Part]
  var range: PlaceRange
}

extension FactsReader {
  private var isManifest: Bool {
    facts.imports.contains { ["PackageDescription", "ProjectDescription"].contains($0.module) }
  }

  /// After the operands were read.
  func readConcatenation(_ node: SequenceExprSyntax) {
    guard isManifest else { return }
    var parts: [ComposedText.Part] = []
    for (position, element) in node.elements.enumerated() {
      if position.isMultiple(of: 2) {
        guard let chain = chains[element.unwrapped.id] else { return }
        parts.append(.chain(chain))
      } else if element.as(BinaryOperatorExprSyntax.self)?.operator.text != "+" {
        return
      }
    }
    facts.composedTexts.append(ComposedText(parts: parts, range: range(node)))
  }

  /// After the expressions in the literal were read.
  func readInterpolation(_ node: StringLiteralExprSyntax) {
    // Escapes and lines of a literal with several are not read.
    guard isManifest, node.openingPounds == nil,
      node.openingQuote.tokenKind == .stringQuote
    else { return }
    var parts: [ComposedText.Part] = []
    for segment in node.segments {
      switch segment {
      case .stringSegment(let segment):
        if segment.content.text.contains("\\") { return }
        parts.append(.text(segment.content.text))
      case .expressionSegment(let segment):
        guard let value = segment.expressions.first, segment.expressions.count == 1,
          value.label == nil, let chain = chains[value.expression.unwrapped.id]
        else { return }
        parts.append(.chain(chain))
      }
    }
    facts.composedTexts.append(ComposedText(parts: parts, range: range(node)))
  }
}
