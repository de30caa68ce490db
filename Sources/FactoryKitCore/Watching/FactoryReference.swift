// Factory, MIT licence; see LICENSE
//
// Refers to a factory in a way that stays valid when its container is gone. Used by events.
internal import FactoryCore

/// A factory, by the addresses of literals and metadata.
// Sendable: what the pointers refer to is never changed or freed.
package struct FactoryReference: @unchecked Sendable {
  /// See `ContainerIdentity`.
  private let container: UInt64
  private let key: factory_key
  private let source: UnsafePointer<UInt8>
  package let line: UInt32
  private let flags: UInt32

  @inline(never)
  package init(_ frame: Frame) {
    container = frame.pointee.container
    key = frame.key
    // Written by `factory_frame_describe`.
    source = frame.pointee.file!
    line = frame.pointee.line
    flags = frame.pointee.flags
  }

  /// Equal for factories of all containers of a type. The type of a container that belongs to another
  /// copy of the library is not known.
  package var identity: FactoryIdentity { FactoryIdentity(key, in: containerType ?? Never.self) }

  private var containerType: Any.Type? { ContainerIdentity(bits: container).type }

  /// `Module.Container`.
  package var containerName: String { containerType.map(typeName) ?? "?" }

  /// `Module.Container.name`. The name of a factory that is only known by its type includes that.
  package var name: String { name(withContainer: true) }

  @inline(never)
  package func name(withContainer: Bool) -> String {
    let name = factoryName(containerType, key.name, withContainer: withContainer)
    // See `Resolving.byType`.
    return key.name.pointee == UInt8(ascii: "(") ? "\(name)<\(productName)>" : name
  }

  /// The type in the factory's key.
  // Written by `factory_frame_describe`: metadata of a type, which is never freed.
  package var keyType: Any.Type { unsafeBitCast(key.type, to: Any.Type.self) }

  /// The full name of the type of the factory's instances.
  package var productName: String { typeName(productType(of: keyType)) }

  /// `Module/File.swift`.
  package var file: String { String(cString: source) }

  package var hasParameter: Bool { key.parameter_type != nil }

  package var isPromise: Bool { flags & FACTORY_IS_PROMISE.rawValue != 0 }

  package var isGroup: Bool { flags & FACTORY_IS_GROUP.rawValue != 0 }

  /// Whether it is the function that a property wrapper has created from a parameter factory.
  package var isFunction: Bool { flags & FACTORY_IS_FUNCTION.rawValue != 0 }
}
