// Factory, MIT licence; see LICENSE
//
// A library with a factory of its own, which resolves it with the FactoryKit that it is linked with.
import FactoryKit

extension Container {
  fileprivate var number: Factory<Int> { self { 1 } }
}

public enum PluginCode {
  /// Which `Container` this library's FactoryKit declares.
  public static var containerType: Any.Type { Container.self }

  public static func resolve() -> Int { Container.shared.number() }
}
