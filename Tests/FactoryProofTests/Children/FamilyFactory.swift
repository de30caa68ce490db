// Factory, MIT licence; see LICENSE
//
// The modifiers whose closures have another type for each kind of factory.
import FactoryTesting

protocol FamilyFactory: FactoryModifying {
  func registering(_ call: FamilyCall) -> Self
  func setting(_ call: FamilyCall, for argument: String) -> Self
  func layering(_ layer: FamilyLayerCall, _ function: StaticString, _ line: UInt) -> Self
  func decorating(_ decoration: @escaping @Sendable (FamilyInstance) -> Void) -> Self
  func hooking(_ hook: @escaping @Sendable (FamilyInstance) -> Void) -> Self
}

extension FamilyFactory where Product == FamilyInstance {
  func decorating(_ decoration: @escaping @Sendable (FamilyInstance) -> Void) -> Self {
    decorator(decoration)
  }

  func hooking(_ hook: @escaping @Sendable (FamilyInstance) -> Void) -> Self {
    onShutdown { hook($0) }
  }
}

extension FamilyFactory where Self: PlainFactoryKind, Product == FamilyInstance {
  func layering(_ layer: FamilyLayerCall, _ function: StaticString, _ line: UInt) -> Self {
    wrap(file: familyFile, function: function, line: line) { layer($0) }
  }
}

extension FamilyFactory where Self: SynchronousFactoryKind, Product == FamilyInstance {
  func layering(_ layer: FamilyLayerCall, _ function: StaticString, _ line: UInt) -> Self {
    wrap(file: familyFile, function: function, line: line) { layer($0) }
  }
}

extension FamilyFactory where Self: AsyncFactoryDecorating, Product == FamilyInstance {
  func layering(_ layer: FamilyLayerCall, _ function: StaticString, _ line: UInt) -> Self {
    wrap(file: familyFile, function: function, line: line) { layer($0) }
  }
}

extension Factory: FamilyFactory where T == FamilyInstance {
  func registering(_ call: FamilyCall) -> Self { register { call.plain() } }
  func setting(_ call: FamilyCall, for argument: String) -> Self {
    onArg(argument) { call.plain() }
  }
}

extension ParameterFactory: FamilyFactory where P == Int, T == FamilyInstance {
  func registering(_ call: FamilyCall) -> Self { register { call.plain($0) } }
  func setting(_ call: FamilyCall, for argument: String) -> Self {
    onArg(argument) { call.plain($0) }
  }
}

extension ThrowingFactory: FamilyFactory where T == FamilyInstance, Failure == any Error {
  func registering(_ call: FamilyCall) -> Self { register { () throws in try call.throwing() } }
  func setting(_ call: FamilyCall, for argument: String) -> Self {
    onArg(argument) { () throws in try call.throwing() }
  }
}

extension ThrowingParameterFactory: FamilyFactory
where P == Int, T == FamilyInstance, Failure == any Error {
  func registering(_ call: FamilyCall) -> Self {
    register { (parameter) throws in try call.throwing(parameter) }
  }
  func setting(_ call: FamilyCall, for argument: String) -> Self {
    onArg(argument) { (parameter) throws in try call.throwing(parameter) }
  }
}

extension AsyncFactory: FamilyFactory where T == FamilyInstance, Failure == any Error {
  func registering(_ call: FamilyCall) -> Self {
    register { () async throws in try await call.async() }
  }
  func setting(_ call: FamilyCall, for argument: String) -> Self {
    onArg(argument) { () async throws in try await call.async() }
  }
}

extension AsyncParameterFactory: FamilyFactory
where P == Int, T == FamilyInstance, Failure == any Error {
  func registering(_ call: FamilyCall) -> Self {
    register { (parameter) async throws in try await call.async(parameter) }
  }
  func setting(_ call: FamilyCall, for argument: String) -> Self {
    onArg(argument) { (parameter) async throws in try await call.async(parameter) }
  }
}

extension FactoryGroup: FamilyFactory where T == FamilyInstance {
  func registering(_ call: FamilyCall) -> Self { register { [call.plain()] } }
  func setting(_ call: FamilyCall, for argument: String) -> Self {
    onArg(argument) { [call.plain()] }
  }
  func layering(_ layer: FamilyLayerCall, _ function: StaticString, _ line: UInt) -> Self {
    wrap(file: familyFile, function: function, line: line) { layer($0) }
  }
  func decorating(_ decoration: @escaping @Sendable (FamilyInstance) -> Void) -> Self {
    decorator { decoration(FamilyInstance("g", $0)) }
  }
  func hooking(_: @escaping @Sendable (FamilyInstance) -> Void) -> Self { self }
}
