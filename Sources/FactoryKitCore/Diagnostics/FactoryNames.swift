// Factory, MIT licence; see LICENSE
//
// How messages and traces name types, containers and factories.
internal import FactoryCore

/// A type's full name, without the placeholders for private and local contexts. The types of this module
/// have the name of the module that programs import.
@usableFromInline
package func typeName(_ type: Any.Type) -> String {
  var name = ""
  var part = ""
  for character in String(reflecting: type) + "." {
    part.append(character)
    if character == "." {
      if part.hasSuffix("FactoryKitCore.") {
        // Not a module of another name that ends like this one's, and not a nested type of this name.
        let before = part.dropLast("FactoryKitCore.".count).last
        if before.map({ "<([{:, ".contains($0) }) ?? name.isEmpty {
          part.removeLast("Core.".count)
          part += "."
        }
      }
      if !part.hasPrefix("(unknown context") { name += part }
      part = ""
    }
  }
  name.removeLast()
  return name
}

/// The type of a factory's instances, given the type in its key, which may be the factory's own:
/// see `FactoryTypes`.
package func productType(of type: Any.Type) -> Any.Type {
  func product<Kind: FactoryModifying>(_: Kind.Type) -> Any.Type { Kind.Product.self }
  guard let kind = type as? any FactoryModifying.Type else { return type }
  return product(kind)
}

/// A container whose factories have other names in messages and traces than their keys.
package protocol FactoryNaming {
  /// What a factory is called, without its type; nil for one that has no other name.
  static func displayName(ofKey key: UnsafePointer<UInt8>) -> String?
}

/// `Module.Container.name`, or only the name. A factory of 1.x has a name of its own instead.
@inline(never)
package func factoryName(
  _ container: Any.Type?, _ key: UnsafePointer<UInt8>, withContainer: Bool = true
) -> String {
  if let naming = container as? any FactoryNaming.Type, let name = naming.displayName(ofKey: key) {
    return name
  }
  let name = String(cString: key)
  return withContainer ? "\(container.map(typeName) ?? "?").\(name)" : name
}

extension Frame {
  /// `Module.Container.name<Type>`. Messages have the type's full name. Traces have its short name,
  /// as in Factory 3.0 (hmlongco/Factory).
  @inline(never)
  package func factoryName(isFull: Bool) -> String {
    // The name and the type were written by `factory_frame_describe`.
    let container = ContainerIdentity(bits: pointee.container).type
    let name = FactoryKitCore.factoryName(container, pointee.name!)
    return "\(name)<\(isFull ? typeName(product) : "\(product)")>"
  }

  /// The factory's name and its source location.
  @inline(never)
  package var description: String { "\(factoryName(isFull: true)) (\(location))" }

  /// The type of the instances that the factory creates.
  package var product: Any.Type {
    // Written by `describe`: metadata of a type, which is never freed.
    productType(of: unsafeBitCast(pointee.type!, to: Any.Type.self))
  }

  /// The location of the declaration, as `Module/File.swift:12`.
  @inline(never)
  var location: String {
    // Written by `factory_frame_describe`.
    "\(String(cString: pointee.file!)):\(pointee.line)"
  }
}

// MARK: -

// Identifies the container of a resolution in one word, which remains valid after the container is
// deallocated.

/// A number that is unique to the container in the process, combined with the index of its type.
///
/// Frames store it, so a report can name the container without retaining it.
package struct ContainerIdentity {
  let bits: UInt64

  /// The identity of a new container of a type.
  package init(_ type: Any.Type) {
    let index = Self.types.withLock { Self.index(of: type, &$0) }
    self.init(index, number: factory_next_container())
  }

  package init(bits: UInt64) {
    self.bits = bits
  }

  private init(_ index: UInt64, number: UInt64) {
    bits = number &<< Self.indexBits | index
  }

  /// The container's type; nil for a manager that has not been used yet.
  package var type: Any.Type? {
    @inline(never) get { Self.types.withLock { Self.type(of: bits, $0) } }
  }

  /// The same for all containers of a type.
  var withoutNumber: UInt64 { bits & Self.indexMask }

  /// The container's number: containers that are made later have higher ones.
  var number: UInt64 { bits &>> Self.indexBits }

  /// The identity of a new container of the same type.
  var next: ContainerIdentity { withNumber(factory_next_container()) }

  /// The identity of another container of the same type.
  func withNumber(_ number: UInt64) -> ContainerIdentity {
    ContainerIdentity(bits: withoutNumber | number &<< Self.indexBits)
  }

  private static let types = Locked<[Any.Type]>([])

  /// The lowest bits are the index of the container's type in `types`, the others the container's number. Numbers begin
  /// with one, so only the identity of a manager that has not been used is zero.
  private static let indexBits: UInt64 = 11
  private static var indexMask: UInt64 { 1 &<< indexBits - 1 }

  /// The highest index stands for all types that have no index of their own.
  private static func index(of type: Any.Type, _ types: inout [Any.Type]) -> UInt64 {
    // A linear search: there are few types, and this runs once per container.
    var index = 0
    while index < types.count, types[index] != type { index += 1 }
    if index == types.count, index < indexMask { types.append(type) }
    return UInt64(index)
  }

  private static func type(of bits: UInt64, _ types: [Any.Type]) -> Any.Type? {
    if bits == 0 { return nil }
    let index = Int(bits & indexMask)
    return index < types.count ? types[index] : nil
  }
}
