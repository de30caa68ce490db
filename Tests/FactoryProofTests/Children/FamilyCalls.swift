// Factory, MIT licence; see LICENSE
//
// The modifiers whose closures have another type for each kind of factory.
import FactoryTestSupport
import FactoryTesting

/// A closure of one factory, for each kind.
struct FamilyClosure: Sendable {
  unowned let member: Member
  let factory: Int
  let label: String
  let resolves: Bool

  var plain: @Sendable () -> FamilyInstance {
    { member.build(label, FamilyTarget(factory: factory, parameter: 0), resolves) }
  }
  var numbered: @Sendable (Int) -> FamilyInstance {
    { member.build(label, FamilyTarget(factory: factory, parameter: $0), resolves) }
  }
  var async: @Sendable () async -> FamilyInstance {
    { await member.buildAsync(label, FamilyTarget(factory: factory, parameter: 0), resolves) }
  }
  var asyncNumbered: @Sendable (Int) async -> FamilyInstance {
    { await member.buildAsync(label, FamilyTarget(factory: factory, parameter: $0), resolves) }
  }
}

struct FamilyCalls<F> {
  let register: (F, FamilyClosure) -> F
  let onArgument: (F, String, FamilyClosure) -> F
  /// With the function and the line of the call.
  let wrap: (F, StaticString, UInt, String) -> F
  let decorate: (F, String, LockedArray<String>) -> F
}

extension FamilyCalls where F == Factory<FamilyInstance> {
  static var plain: Self {
    Self {
      $0.register(factory: $1.plain)
    } onArgument: {
      $0.onArg($1, factory: $2.plain)
    } wrap: { factory, function, line, label in
      factory.wrap(file: Member.file, function: function, line: line) { $0.wrapped(label) }
    } decorate: { factory, label, log in
      factory.decorator { log.append("\(label) \($0.text)") }
    }
  }
}

extension FamilyCalls where F == ParameterFactory<Int, FamilyInstance> {
  static var numbered: Self {
    Self {
      $0.register(factory: $1.numbered)
    } onArgument: {
      $0.onArg($1, factory: $2.numbered)
    } wrap: { factory, function, line, label in
      factory.wrap(file: Member.file, function: function, line: line) { $0.wrapped(label) }
    } decorate: { factory, label, log in
      factory.decorator { log.append("\(label) \($0.text)") }
    }
  }
}

extension FamilyCalls where F == AsyncFactory<FamilyInstance, Never> {
  static var async: Self {
    Self { factory, closure in
      factory.register { () async in await closure.async() }
    } onArgument: { factory, argument, closure in
      factory.onArg(argument) { () async in await closure.async() }
    } wrap: { factory, function, line, label in
      factory.wrap(file: Member.file, function: function, line: line) { $0.wrapped(label) }
    } decorate: { factory, label, log in
      factory.decorator { log.append("\(label) \($0.text)") }
    }
  }
}

extension FamilyCalls where F == AsyncParameterFactory<Int, FamilyInstance, Never> {
  static var asyncNumbered: Self {
    Self { factory, closure in
      factory.register { (parameter) async in await closure.asyncNumbered(parameter) }
    } onArgument: { factory, argument, closure in
      factory.onArg(argument) { (parameter) async in await closure.asyncNumbered(parameter) }
    } wrap: { factory, function, line, label in
      factory.wrap(file: Member.file, function: function, line: line) { $0.wrapped(label) }
    } decorate: { factory, label, log in
      factory.decorator { log.append("\(label) \($0.text)") }
    }
  }
}
