// Factory, MIT licence; see LICENSE
//
// Refers to a factory in a way that stays valid when its container is gone. Used by events.
internal import FactoryCore

/// A factory, by the addresses of literals and metadata.
package struct FactoryReference: Sendable {
  /// See `ContainerIdentity`.
  private let container: UInt64
  private let declaration: FactoryDeclaration
  private let types: FactoryTypes

  @inline(never)
  package init(_ frame: Frame) {
    container = frame.pointee.container
    declaration = FactoryDeclaration(frame)
    // Written by `factory_frame_describe`.
    types = FactoryTypes(parameter: frame.pointee.parameter_type, result: frame.pointee.type!)
  }

  package var line: UInt32 { declaration.line }

  /// Equal for factories of all containers of a type.
  package var identity: FactoryIdentity {
    FactoryIdentity(declaration.key(types), in: containerType ?? Never.self)
  }

  package var containerType: Any.Type? { ContainerIdentity(bits: container).type }

  /// `Module.Container`.
  package var containerName: String { containerType.map(typeName) ?? "?" }

  /// `Module.Container.name`. The name of a factory that is only known by its type includes that.
  package var name: String { name(withContainer: true) }

  @inline(never)
  package func name(withContainer: Bool) -> String {
    let name = factoryName(containerType, declaration.name, withContainer: withContainer)
    // See `Resolving.byType`.
    return declaration.name.pointee == UInt8(ascii: "(") ? "\(name)<\(productName)>" : name
  }

  /// The type in the factory's key.
  // Written by `factory_frame_describe`: metadata of a type, which is never freed.
  package var keyType: Any.Type { unsafeBitCast(types.result, to: Any.Type.self) }

  /// The full name of the type of the factory's instances.
  package var productName: String { typeName(productType(of: keyType)) }

  /// `Module/File.swift`.
  package var file: String { String(cString: declaration.file) }

  package var hasParameter: Bool { types.parameter != nil }

  package var isPromise: Bool { declaration.isPromise }

  package var isGroup: Bool { declaration.isGroup }

  package var isTestable: Bool { declaration.isTestable }

  /// Whether it is the function that a property wrapper has created from a parameter factory.
  package var isFunction: Bool { declaration.isFunction }
}
