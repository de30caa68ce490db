// Factory, MIT licence; see LICENSE
//
// How messages and traces name types, containers and factories.
internal import FactoryCore

/// A type's full name, without the placeholders for private and local contexts.
func typeName(_ type: Any.Type) -> String {
  var name = ""
  var part = ""
  for character in String(reflecting: type) + "." {
    part.append(character)
    if character == "." {
      if !part.hasPrefix("(unknown context") { name += part }
      part = ""
    }
  }
  name.removeLast()
  return name
}

/// A container whose factories have other names in messages and traces than their keys.
package protocol FactoryNaming {
  /// What a factory is called, without its type; nil for one that has no other name.
  static func displayName(ofKey key: UnsafePointer<UInt8>) -> String?
}

/// `Module.Container.name`.
@inline(never)
func factoryName(_ container: Any.Type?, _ key: UnsafePointer<UInt8>?) -> String {
  guard let container, let key else { return "?" }
  if let naming = container as? any FactoryNaming.Type, let name = naming.displayName(ofKey: key) {
    return name
  }
  return "\(typeName(container)).\(String(cString: key))"
}

extension Frame {
  /// `Module.Container.name<Type>`, as in traces.
  var factoryName: String { "\(name)<\(product)>" }

  /// The same with the type's full name, as in messages.
  var fullFactoryName: String { "\(name)<\(typeName(product))>" }

  /// The type of the instances that the factory creates.
  var product: Any.Type {
    // Written by `describe`: metadata of a type, which is never freed.
    unsafeBitCast(pointee.type!, to: Any.Type.self)
  }

  /// The place of the declaration, as `Module/File.swift:12`.
  var place: String {
    "\(pointee.file.map { String(cString: $0) } ?? "?"):\(pointee.line)"
  }

  private var name: String {
    FactoryKit.factoryName(ContainerIdentity(bits: pointee.container).type, pointee.name)
  }
}
