// Factory, MIT licence; see LICENSE
//
// `receiver.a(…).b(…).c { … }` as a list.
import SwiftSyntax

struct CallChain {
  struct Link {
    var name: String
    var call: FunctionCallExprSyntax
  }

  /// The expression before the first call, without its name: `container` of
  /// `container.register(…)`.
  var receiver: ExprSyntax?
  var links: [Link] = []

  init?(_ expression: ExprSyntax) {
    guard let call = expression.as(FunctionCallExprSyntax.self) else { return nil }
    if let name = call.calledExpression.name {
      links = [Link(name: name, call: call)]
      return
    }
    guard let access = call.calledExpression.as(MemberAccessExprSyntax.self) else { return nil }
    if let base = access.base {
      if let inner = CallChain(base) {
        self = inner
      } else {
        receiver = base
      }
    }
    links.append(Link(name: access.declName.baseName.plain, call: call))
  }

  var first: Link { links[0] }
  var expression: FunctionCallExprSyntax { links.last!.call }
}

extension FunctionCallExprSyntax {
  /// `X` of an argument `X.self`.
  func metatype(at index: Int = 0) -> String? {
    guard arguments.count > index else { return nil }
    let argument = Array(arguments)[index]
    guard argument.label == nil || argument.label?.text == "type",
      let base = argument.expression.unwrapped.metatype
    else { return nil }
    // Without the line breaks between the names.
    return base.unwrapped.path?.joined(separator: ".") ?? base.unwrapped.trimmedDescription
  }

  func registrationName() -> String? { arguments.registrationName() }
}

extension LabeledExprListSyntax {
  /// The name of a registration: `"a"`, `.a` or `Names.a.rawValue`. An empty text if there is none,
  /// nil if it cannot be read.
  func registrationName() -> String? {
    guard let expression = first(where: { $0.label?.text == "name" })?.expression else {
      return ""
    }
    if let literal = expression.as(StringLiteralExprSyntax.self) {
      return literal.representedLiteralValue
    }
    guard var path = (expression.as(MemberAccessExprSyntax.self)).map({ ExprSyntax($0) })?.parts
    else { return nil }
    if path.last == "rawValue" { path.removeLast() }
    return path.last
  }
}

extension ExprSyntax {
  /// The names of `.a`, `A.b` or `A.b.c`.
  fileprivate var parts: [String]? {
    if let name { return [name] }
    guard let access = self.as(MemberAccessExprSyntax.self) else { return nil }
    guard let base = access.base else { return [access.declName.baseName.plain] }
    return base.parts.map { $0 + [access.declName.baseName.plain] }
  }
}
