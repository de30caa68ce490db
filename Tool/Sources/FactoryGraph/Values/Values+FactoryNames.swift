// Factory, MIT licence; see LICENSE
//
// What the name of a factory is in an expression. A property is the factory, and a call of it resolves
// or registers it. A function only yields the factory: a call of what the function returns resolves
// or registers that.
extension HasProgram {
  /// The value of a factory's name, and of its call if it has one.
  func value(ofFactory factory: FactoryIndex, _ call: Call?) -> Value {
    if isFunction(factory) { return call == nil ? .factoryFunction(factory) : .factory(factory) }
    return call.map { afterCall(of: factory, $0) } ?? .factory(factory)
  }

  /// A call with only a closure registers it, any other call resolves.
  func afterCall(of factory: FactoryIndex, _ call: Call) -> Value {
    registers(call, factory) ? .factory(factory) : product(of: factory)
  }

  func registers(_ call: Call, _ factory: FactoryIndex) -> Bool {
    !call.arguments.isEmpty && call.arguments.allSatisfy { $0.closure != nil }
      && (call.arguments.allSatisfy { $0.isTrailing || $0.label == "factory" }
        || !factories[factory].isParameterised)
  }

  /// The factories of a name that a container has, its own ones first.
  private func factories(named name: String, in container: ContainerIndex) -> [FactoryIndex] {
    ([container] + containers[container].parents).flatMap { factories(of: $0)[name] ?? [] }
  }

  /// The factory that a name means in a file: the nearest of several.
  ///
  /// - Parameters:
  ///   - call: The call of the name, which tells functions apart.
  ///   - isStatic: Whether it is a name of the type, and not of its instances.
  func factory(
    named name: String, in container: ContainerIndex, from file: FileIndex, call: Call? = nil,
    isStatic: Bool = false
  ) -> FactoryIndex? {
    let visible = visibleFactories(named: name, in: container, from: file).filter {
      member(factories[$0].member).isStatic == isStatic
    }
    if let call, isOtherMethod(call, visible, in: container) { return nil }
    if visible.count < 2 { return visible.first }
    return overloads(visible, call, file).min {
      distance(to: $0, from: file) ?? .max < distance(to: $1, from: file) ?? .max
    }
  }

  /// How near a factory is to the code of a file: a private one of the file, one of its module, then one
  /// of a module that this depends on. Nil if the code does not see it.
  func distance(to factory: FactoryIndex, from file: FileIndex) -> Int? {
    let info = factories[factory]
    let isPrivate = access(of: info.member).isPrivate
    if info.member.file == file { return isPrivate ? 0 : 1 }
    let module = files[file].module
    if isPrivate { return nil }
    if info.module == module { return 1 }
    if modules[module].dependencies.contains(info.module) { return 2 }
    // What a target that was guessed depends on is not known.
    return modules[module].isGuessed || modules[info.module].isGuessed ? 3 : nil
  }

  /// The factory that a property of a type is. The type may be no container.
  func factory(
    named name: String, of type: TypeIndex, isStatic: Bool, from file: FileIndex, call: Call? = nil
  ) -> FactoryIndex? {
    if let container = container(ofType: type) {
      return factory(named: name, in: container, from: file, call: call, isStatic: isStatic)
    }
    if !definitions.factoryNames.contains(name) { return nil }
    return members(named: name, of: type).lazy.filter { self.member($0).isStatic == isStatic }
      .compactMap { self.definitions.factoryOfMember[$0] }.first
  }

  /// The factories of a name that a file sees.
  func visibleFactories(named name: String, in container: ContainerIndex, from file: FileIndex)
    -> [FactoryIndex]
  {
    factories(named: name, in: container).filter { distance(to: $0, from: file) != nil }
  }

  /// The factories that are in the place of this one in other builds: properties of its name and
  /// container in other clauses of `#if`. What names one of them names each.
  func alternatives(of factory: FactoryIndex) -> [FactoryIndex] {
    let info = factories[factory]
    guard let named = factories(of: info.container)[info.name], named.count > 1,
      !isFunction(factory)
    else { return [] }
    return named.filter { other in
      let member = member(factories[other].member)
      return other != factory && factories[other].module == info.module && !isFunction(other)
        && member.isStatic == self.member(info.member).isStatic
        && areConditional(region(ofDeclaration: factory), region(ofDeclaration: other))
    }
  }

  /// Whether a build that has some code also may have a factory.
  func isPossible(_ factory: FactoryIndex, in code: RegionReference) -> Bool {
    !areAlternatives(region(ofDeclaration: factory), code)
  }

  /// The region around the declaration of a factory.
  private func region(ofDeclaration factory: FactoryIndex) -> RegionReference {
    let reference = factories[factory].member
    return Reference(reference.file, member(reference).region)
  }

  /// Whether a call is one of a method that has the name of factories.
  private func isOtherMethod(
    _ call: Call, _ factories: [FactoryIndex], in container: ContainerIndex
  ) -> Bool {
    guard let first = factories.first, !factories.contains(where: { accepts(call, $0) }) else {
      return false
    }
    let name = self.factories[first].name
    return members(named: name, of: containers[container].type).contains { reference in
      definitions.factoryOfMember[reference] == nil && member(reference).kind == .function
        && omitted(by: call, of: member(reference).parameters) != nil
    }
  }

  /// Whether a factory, or the function that returns it, can be called so.
  private func accepts(_ call: Call, _ factory: FactoryIndex) -> Bool {
    if isFunction(factory) {
      return omitted(by: call, of: member(factories[factory].member).parameters) != nil
    }
    if call.arguments.isEmpty || registers(call, factory) { return true }
    // The actor of an asynchronous factory has a label.
    return call.arguments.allSatisfy { argument in
      argument.label == "isolation" || argument.label == nil && factories[factory].isParameterised
    }
  }

  /// The functions that accept a call, or else the properties; all, if there are neither.
  func overloads(_ factories: [FactoryIndex], _ call: Call?, _ file: FileIndex) -> [FactoryIndex] {
    let functions = factories.filter { isFunction($0) }
    if let call {
      let fitting = functions.filter { accepts(call, $0) }
      if fitting.count == 1 { return fitting }
      if !fitting.isEmpty {
        let members = fitting.map { self.factories[$0].member }
        return best(
          members.map { fit(of: call, file, to: member($0).parameters, from: $0.file) }
        ).map { fitting[$0] }
      }
    }
    let properties = factories.filter { !isFunction($0) }
    return properties.isEmpty ? factories : properties
  }
}
