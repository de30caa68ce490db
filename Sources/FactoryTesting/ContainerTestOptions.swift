// Factory, MIT licence; see LICENSE
//
// Options of the trait `.container` and of `withTestContainer`.
internal import FactoryKit

/// What a test's container does in addition to being new.
///
/// ```swift
/// @Suite(.container([.strict, .freshSingletons])) struct Payments { /* … */ }
/// ```
public struct ContainerTestOptions: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Records an issue if a factory of the container calls its own closure.
  ///
  /// No issue is recorded for a composite, whose closure resolved other factories of which none was
  /// reported: it runs the code that the test is about. A leaf is reported, and so is a composite
  /// above a reported one. No issue is recorded either for a factory with a registration or a closure for an active context, for
  /// an instance that is cached already, for a factory whose definition has the modifier
  /// `testable`, and for those passed as `allowing:`. Each factory is reported once for each test,
  /// or each case of a parameterised test, and the test goes on with the live instance. Works in
  /// release builds too. FactoryKit's article "Strict tests" is an
  /// introduction.
  public static let strict = ContainerTestOptions(rawValue: 1)

  /// Starts without singletons, instead of with those that exist before the test.
  public static let freshSingletons = ContainerTestOptions(rawValue: 2)

  /// The container does not run `autoRegister`, so that a test sees only what it registers itself, and
  /// a strict test reports what `autoRegister` would have registered.
  ///
  /// Has no effect on a container whose `autoRegister` has run already, which `withTestContainer` may be
  /// given, nor on the parent of a child.
  ///
  /// ```swift
  /// @Suite(.container([.strict, .withoutAutoRegister])) struct Payments { /* … */ }
  /// ```
  public static let withoutAutoRegister = ContainerTestOptions(rawValue: 4)
}

/// A factory that a strict test allows to call its own closure.
struct AllowedFactory<C: SharedContainer>: Sendable {
  // Without the factory's type, whose metatype could not be sent.
  private let keyPath: any PartialKeyPath<C> & Sendable

  init<F: FactoryModifying>(_ keyPath: any KeyPath<C, F> & Sendable) {
    self.keyPath = keyPath
  }

  func identity(in container: C) -> FactoryIdentity {
    // Of the type `F` of `init`.
    (container[keyPath: keyPath] as! any FactoryModifying).identity
  }

  /// The factories of several key paths.
  static func list<each F: FactoryModifying>(
    _ keyPaths: repeat any KeyPath<C, each F> & Sendable
  ) -> [Self] {
    var list: [Self] = []
    for keyPath in repeat each keyPaths { list.append(Self(keyPath)) }
    return list
  }
}
