// Factory, MIT licence; see LICENSE
//
// In debug builds, reports that a process contains the library twice.
internal import FactoryCore

#if DEBUG
  enum SecondCopy {
    /// Reports, once, if this is not the first copy of the library in the process. Looks a type up by its name, which finds
    /// that of the first copy. Read when code of this copy creates a factory value.
    static let report: Void = {
      guard let first = _typeByName("14FactoryKitCore16ContainerManagerC"),
        first != ContainerManager.self
      else { return }
      // Not by the logger, which may use a container itself.
      factory_write_error(
        """
        FactoryKit: this process contains FactoryKit twice, and a container of one copy must not be used by the other. Link it \
        once: see "One copy of FactoryKit" in the documentation.
        """)
    }()
  }
#endif
