// Factory, MIT licence; see LICENSE
//
// Creating child containers.
internal import FactoryCore

extension ContainerManager {
  /// Creates the storage of a child of another container.
  public convenience init(childOf parent: any ManagedContainer, sharing scopes: Scope...) {
    self.init(childOf: parent, scopes)
  }

  convenience init(childOf container: any ManagedContainer, _ scopes: [Scope]) {
    let parent = container.manager
    // Creating a child is a use of the parent.
    if parent.mustAutoRegister { parent.prepare(container) }
    let core = ContainerCore.allocate(
      childOf: parent.core, sharing: scopes.isEmpty ? nil : SharedScopes(scopes))
    let identity = ContainerIdentity(bits: factory_core_identity(parent.core)).next
    factory_core_set_identity(core, identity.bits)
    self.init(core, childOf: parent)
  }
}

extension Container {
  /// Creates a child of another container.
  public convenience init(parent: Container, sharing scopes: Scope...) {
    self.init(ContainerManager(childOf: parent, scopes))
  }
}
