// Factory, MIT licence; see LICENSE
//
// `@DependencyEntry(liveValue: a, previewValue: b) var x = c`, a dependency whose key a macro
// declares. The value of the property is that of tests.
import SwiftSyntax

struct DependencyEntry {
  let property: DependencyProperty
  let key: DependencyKeyFact

  /// Nil if it is something else, or if the syntax does not tell its type.
  init?(_ decl: DeclSyntax, in file: ParsedFile) {
    guard let variable = decl.as(VariableDeclSyntax.self),
      let attribute = variable.attribute("DependencyEntry"), variable.bindings.count == 1,
      let binding = variable.bindings.first, binding.accessorBlock == nil,
      let name = binding.name,
      let type = binding.typeAnnotation?.type.trimmedDescription
        ?? binding.initializer.flatMap({ Inference.literalOrConstruction($0.value) })
    else { return nil }
    var key = DependencyKeyFact()
    func add(_ value: String, _ expression: ExprSyntax) {
      key.values[value] = DependencyValue(
        file: file, variable: variable, expression: expression, type: type)
    }
    if let initializer = binding.initializer { add("testValue", initializer.value) }
    if case .argumentList(let arguments)? = attribute.arguments {
      for argument in arguments {
        guard let label = argument.label?.text, ["liveValue", "previewValue"].contains(label) else {
          return nil
        }
        add(label, argument.expression)
      }
    }
    self.key = key
    property = DependencyProperty(
      name: name, type: type, key: "@\(name)", file: file, variable: variable, isEntry: true)
  }
}
