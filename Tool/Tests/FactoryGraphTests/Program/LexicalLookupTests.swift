// Factory, MIT licence; see LICENSE
import Foundation
import SwiftLexicalLookup
import SwiftParser
import SwiftSyntax
import Testing

@testable import FactoryGraph

/// swift-syntax's own lookup of all names of a file takes about as long as all else that the tool reads
/// in it, and of the clauses of an `#if` it reads one. It tells whether our scopes are right.
@Suite("Our scopes, and those of SwiftLexicalLookup")
struct LexicalLookupTests {
  private static let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sources")

  private static let statements = """
    func f(a: Int, b: Int?) throws {
      if let a = b, a > 0, case let (c, d)? = pair(a) { use(a, c, d) } else { use(a, b) }
      guard let b, let e = b.next, case .some(let g) = e else { let a = 1; use(a, b); return }
      use(a, b, e, g)
      for (i, a) in list(a) where a > i { let b = a; use(a, b, i) }
      for case let a? in list(a) { use(a) }
      while let a = next(a), a > 0 { use(a) }
      repeat { let a = a + 1; use(a) } while a > 0
      do { let a = try make(a); use(a) } catch Failure.one(let a) where a > 0 { use(a) } catch { use(a) }
      switch a { case let a where a > 0: use(a); case 0: let b = a; use(b); default: use(a, b) }
      let h = { (a: Int) in use(a, b) }
      let k = { [c = a, b] a in use(a, b, c, h) }
      func l(_ a: Int) { use(a, k); let b = a; l(b) }
      l(a)
      var m: Int { let a = 1; return use(a, b) }
      use(m, i, c)
    }
    """

  @Test("The statements that bind names agree")
  func agreementOfStatements() {
    let (count, differences) = Self.compare(Self.statements)
    #expect(count > 60)
    #expect(differences == [])
  }

  @Test("The tool's own sources agree", arguments: ["Program", "Facts", "Rules"])
  func agreementOfSources(_ folder: String) throws {
    let folder = Self.sources.appendingPathComponent("FactoryGraph").appendingPathComponent(folder)
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    var all = 0
    for file in files where file.pathExtension == "swift" {
      let (count, differences) = Self.compare(try String(contentsOf: file, encoding: .utf8))
      all += count
      #expect(differences == [], "\(file.lastPathComponent)")
    }
    #expect(all > 500)
  }

  /// How many names are compared, and those that mean different declarations.
  private static func compare(_ source: String) -> (Int, [String]) {
    let tree = Parser.parse(source: source)
    let program = Program(source: source)
    let chains = Dictionary(
      program.files.first!.facts.chains.filter { $0.rootName != nil }.map { ($0.place, $0) },
      uniquingKeysWith: { first, _ in first })
    let collector = NameCollector(viewMode: .sourceAccurate)
    collector.walk(tree)
    let converter = PlaceConverter(source)
    var count = 0
    var differences: [String] = []
    for node in collector.names {
      let place = converter.place(node.positionAfterSkippingLeadingTrivia)
      guard let chain = chains[place], chain.rootName == node.baseName.text else { continue }
      count += 1
      let ours = program.placeOfLocal(
        named: node.baseName.text, in: Reference(FileIndex(0), chain.region), at: place)?.line
      let theirs = declaration(of: node).map { converter.place($0).line }
      if ours != theirs {
        differences.append(
          "\(place.line):\(place.column) \(node.baseName.text): \(ours ?? 0) \(theirs ?? 0)")
      }
    }
    return (count, differences)
  }

  /// The position of the local declaration that a name means.
  private static func declaration(of node: DeclReferenceExprSyntax) -> AbsolutePosition? {
    guard let identifier = node.baseName.identifier else { return nil }
    for result in node.lookup(identifier) {
      guard case .fromScope(let scope, let names) = result, !scope.is(SourceFileSyntax.self) else {
        continue
      }
      // The nearest one is the first.
      for name in names {
        // `case .one(let a), .two(let a)`
        if case .equivalentNames(let all) = name { return all.last?.position }
        switch Syntax(name.syntax).as(SyntaxEnum.self) {
        case .functionDecl, .closureParameter, .closureShorthandParameter, .functionParameter:
          return name.position
        // The short forms only give a name to the value that it had before.
        case .closureCapture(let capture) where capture.initializer != nil: return name.position
        case .identifierPattern(let pattern):
          let binding = pattern.parent?.as(OptionalBindingConditionSyntax.self)
          if binding == nil || binding?.initializer != nil { return name.position }
        default: continue
        }
      }
    }
    return nil
  }
}

/// The names that stand for themselves, and are no members of a value.
private final class NameCollector: SyntaxVisitor {
  var names: [DeclReferenceExprSyntax] = []

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.parent?.as(MemberAccessExprSyntax.self)?.declName != node { names.append(node) }
    return .skipChildren
  }
}
