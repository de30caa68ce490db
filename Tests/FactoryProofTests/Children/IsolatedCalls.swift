// Factory, MIT licence; see LICENSE
//
// The modifiers whose closures have another type for each kind of factory, in the test of isolation.
import FactoryTesting

struct IsolatedCalls<F> {
  let register: (F, IsolatedClosure) -> F
  let onArgument: (F, String, IsolatedClosure) -> F
  /// With the function and the line of the call.
  let wrap: (F, StaticString, UInt, @escaping IsolatedLayer) -> F
  let decorate: (F, @escaping @Sendable () -> Void) -> F
}

extension IsolatedCalls where F == Factory<IsolatedInstance?> {
  static var plain: Self {
    Self { factory, closure in
      factory.register { closure.plain() }
    } onArgument: { factory, argument, closure in
      factory.onArg(argument) { closure.plain() }
    } wrap: { factory, function, line, layer in
      factory.wrap(file: IsolatedContainer.file, function: function, line: line, layer)
    } decorate: { factory, decoration in
      factory.decorator { _ in decoration() }
    }
  }
}

extension IsolatedCalls where F == ParameterFactory<Int, IsolatedInstance?> {
  static var numbered: Self {
    Self { factory, closure in
      factory.register { closure.plain($0) }
    } onArgument: { factory, argument, closure in
      factory.onArg(argument) { closure.plain($0) }
    } wrap: { factory, function, line, layer in
      factory.wrap(file: IsolatedContainer.file, function: function, line: line, layer)
    } decorate: { factory, decoration in
      factory.decorator { _ in decoration() }
    }
  }
}

extension IsolatedCalls where F == ThrowingFactory<IsolatedInstance?, any Error> {
  static var throwing: Self {
    Self { factory, closure in
      factory.register { () throws in try closure.throwing() }
    } onArgument: { factory, argument, closure in
      factory.onArg(argument) { () throws in try closure.throwing() }
    } wrap: { factory, function, line, layer in
      factory.wrap(file: IsolatedContainer.file, function: function, line: line, layer)
    } decorate: { factory, decoration in
      factory.decorator { _ in decoration() }
    }
  }
}

extension IsolatedCalls where F == ThrowingParameterFactory<Int, IsolatedInstance?, any Error> {
  static var throwingNumbered: Self {
    Self { factory, closure in
      factory.register { (parameter) throws in try closure.throwing(parameter) }
    } onArgument: { factory, argument, closure in
      factory.onArg(argument) { (parameter) throws in try closure.throwing(parameter) }
    } wrap: { factory, function, line, layer in
      factory.wrap(file: IsolatedContainer.file, function: function, line: line, layer)
    } decorate: { factory, decoration in
      factory.decorator { _ in decoration() }
    }
  }
}

extension IsolatedCalls where F == FactoryGroup<IsolatedInstance?> {
  static var group: Self {
    Self { factory, closure in
      factory.register { [closure.plain()] }
    } onArgument: { factory, argument, closure in
      factory.onArg(argument) { [closure.plain()] }
    } wrap: { factory, function, line, layer in
      factory.wrap(file: IsolatedContainer.file, function: function, line: line) { $0.map(layer) }
    } decorate: { factory, decoration in
      factory.decorator { _ in decoration() }
    }
  }
}

extension IsolatedCalls where F == AsyncFactory<IsolatedInstance?, any Error> {
  static var async: Self {
    Self { factory, closure in
      factory.register { () async throws in try await closure.async() }
    } onArgument: { factory, argument, closure in
      factory.onArg(argument) { () async throws in try await closure.async() }
    } wrap: { factory, function, line, layer in
      factory.wrap(file: IsolatedContainer.file, function: function, line: line, layer)
    } decorate: { factory, decoration in
      factory.decorator { _ in decoration() }
    }
  }
}

extension IsolatedCalls where F == AsyncParameterFactory<Int, IsolatedInstance?, any Error> {
  static var asyncNumbered: Self {
    Self { factory, closure in
      factory.register { (parameter) async throws in try await closure.async(parameter) }
    } onArgument: { factory, argument, closure in
      factory.onArg(argument) { (parameter) async throws in try await closure.async(parameter) }
    } wrap: { factory, function, line, layer in
      factory.wrap(file: IsolatedContainer.file, function: function, line: line, layer)
    } decorate: { factory, decoration in
      factory.decorator { _ in decoration() }
    }
  }
}
