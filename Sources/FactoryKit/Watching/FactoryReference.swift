// Factory, MIT licence; see LICENSE
//
// Refers to a factory in a way that stays valid when its container is gone. Used by events.
internal import FactoryCore

/// A factory, by the addresses of literals and metadata.
// Sendable: what the pointers refer to is never changed or freed.
struct FactoryReference: @unchecked Sendable {
  /// See `ContainerIdentity`.
  private let container: UInt64
  private let key: UnsafePointer<UInt8>
  private let source: UnsafePointer<UInt8>
  private let type: UnsafeRawPointer
  let line: UInt32
  private let flags: UInt32
  let hasParameter: Bool

  init(_ frame: factory_frame) {
    container = frame.container
    // Written by `factory_frame_describe`, like the type and the file.
    key = frame.name!
    source = frame.file!
    type = frame.type!
    line = frame.line
    flags = frame.flags
    hasParameter = frame.parameter_type != nil
  }

  var containerType: Any.Type? { ContainerIdentity(bits: container).type }

  /// `Module.Container`.
  var containerName: String { containerType.map(typeName) ?? "?" }

  /// `Module.Container.name`. The name of a factory that is only known by its type includes that.
  var name: String {
    let name = factoryName(containerType, key)
    return isByType ? "\(name)<\(productName)>" : name
  }

  /// `name`, or the name of a 1.x factory.
  var ownName: String {
    if let naming = containerType as? any FactoryNaming.Type,
      let name = naming.displayName(ofKey: key)
    {
      return name
    }
    let name = String(cString: key)
    return isByType ? "\(name)<\(productName)>" : name
  }

  /// See `Resolving.byType`.
  private var isByType: Bool { key.pointee == UInt8(ascii: "(") }

  /// The type in the factory's key.
  // Written by `factory_frame_describe`: metadata of a type, which is never freed.
  var keyType: Any.Type { unsafeBitCast(type, to: Any.Type.self) }

  /// The full name of the type of the factory's instances.
  var productName: String { typeName(productType(of: keyType)) }

  /// `Module/File.swift`.
  var file: String { String(cString: source) }

  var isPromise: Bool { flags & FACTORY_IS_PROMISE.rawValue != 0 }

  var isGroup: Bool { flags & FACTORY_IS_GROUP.rawValue != 0 }

  /// Whether it is the function that a property wrapper has created from a parameter factory.
  var isFunction: Bool { flags & FACTORY_IS_FUNCTION.rawValue != 0 }
}

extension FactoryReference: Hashable {
  // Without the container's number, because factories of all containers of a type are the same in
  // a graph.
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.key == rhs.key && lhs.type == rhs.type && lhs.source == rhs.source
      && lhs.line == rhs.line && lhs.flags == rhs.flags
      && lhs.hasParameter == rhs.hasParameter && lhs.anyContainer == rhs.anyContainer
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(type)
    hasher.combine(anyContainer)
  }

  private var anyContainer: UInt64 { ContainerIdentity(bits: container).withoutNumber }
}
