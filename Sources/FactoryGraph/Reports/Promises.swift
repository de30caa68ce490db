// Factory, MIT licence; see LICENSE
//
// `factory promises`.
#if Tool
  /// The promised and required factories of a program, and what registers them.
  public struct Promises: Sendable, Equatable {
    public struct Promise: Sendable, Equatable {
      public var id: String
      public var container: String
      public var name: String
      /// `promised` or `required`.
      public var form: String
      public var path: String
      public var line: Int
      /// Where it is registered, without tests.
      public var registrations: [String]
    }

    public var all: [Promise]

    public init(_ program: Program) {
      all = program.factories.indices.compactMap { factory in
        let info = program.factories[factory]
        guard info.definition == .promised || info.definition == .required else { return nil }
        let location = program.location(of: factory)
        return Promise(
          id: program.id(of: factory), container: program.containers[info.container].name,
          name: info.name, form: info.definition == .promised ? "promised" : "required",
          path: program.files[location.file].path, line: location.place.line,
          registrations: program.uses(of: factory).filter {
            $0.isRegistration && !program.isTest($0.file)
          }.map { "\(program.files[$0.file].path):\($0.place.line)" })
      }.sorted { $0.id < $1.id }
    }

    public func text() -> String {
      all.map { promise in
        "\(promise.id) (\(promise.form)), \(promise.path):\(promise.line): "
          + (promise.registrations.isEmpty
            ? "nothing registers it"
            : "registered at " + promise.registrations.joined(separator: ", ")) + "\n"
      }.joined()
    }

    /// The calls of `validate` that check all promises, one for each container.
    public func swift() -> String {
      Dictionary(grouping: all, by: \.container).sorted { $0.key < $1.key }.map {
        container, promises in
        let names = Set(promises.map(\.name)).sorted()
        let list = names.map { "  \\.\($0)" }.joined(separator: ",\n")
        return "try \(container).shared.validate(\n\(list)\n)\n"
      }.joined()
    }
  }
#endif
