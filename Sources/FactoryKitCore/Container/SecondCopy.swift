// Factory, MIT licence; see LICENSE
//
// In debug builds, reports that a process contains the library twice.
internal import FactoryCore

#if DEBUG
  enum SecondCopy {
    /// Reports, once, if this is not the first copy of the library in the process. Reading it looks a type up by its name,
    /// which finds that of the first copy.
    static let report: Void = {
      guard let first = _typeByName("14FactoryKitCore16ContainerManagerC"),
        first != ContainerManager.self
      else { return }
      // Not by the logger: the container that is being created may be the one that a logger uses.
      factory_write_error(
        """
        FactoryKit: this process contains FactoryKit twice, and a container of one copy must not be used by the other. Link the \
        product FactoryKitDynamic in place of FactoryKit: see "One copy of FactoryKit" in the documentation.
        """)
    }()
  }
#endif
