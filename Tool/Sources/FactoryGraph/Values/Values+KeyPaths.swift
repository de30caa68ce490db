// Factory, MIT licence; see LICENSE
//
// The factories that key paths lead to.
/// What a key path from a container leads to.
struct KeyPathTarget {
  /// The container of the last property.
  var container: ContainerIndex
  /// The name of the property that is, or should be, a factory.
  var name: String
  var factory: FactoryIndex?
}

extension HasValues {
  /// Follows a key path from a container, through properties that are containers themselves:
  /// `\.payments.service`.
  func target(of keyPath: KeyPathFact, in container: ContainerIndex, _ file: FileIndex)
    -> KeyPathTarget?
  {
    var container = container
    for (index, name) in keyPath.components.enumerated() {
      if let factory = factory(named: name, in: container, from: file) {
        return KeyPathTarget(container: container, name: name, factory: factory)
      }
      let isLast = index == keyPath.components.count - 1
      guard !isLast,
        case .container(let next) = memberValue(
          name, of: containers[container].type, isStatic: false, file)
      else { return KeyPathTarget(container: container, name: name, factory: nil) }
      container = next
    }
    return nil
  }

  /// The value of `container[keyPath: path]`, if the path is a constant.
  func value(ofKeyPathIn link: Link, _ container: ContainerIndex, _ file: FileIndex) -> Value {
    guard let index = link.call?.argument("keyPath")?.chain,
      let keyPath = keyPath(Reference(file, index)),
      let factory = target(of: keyPath, in: container, file)?.factory
    else { return .unknown }
    return .factory(factory)
  }
}
