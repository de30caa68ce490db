// Factory, MIT licence; see LICENSE
//
// The rarely used part of an entry: what modifiers other than scopes have set.

/// What was set for one factory in one container, a value so that `push` can keep it.
struct EntryOptions {
  /// An `Override<P, T>`.
  var registration: AnyObject?
  /// `Override<P, T>` by context.
  var contexts = ContextOverrides()
  /// A `Decoration<T>`.
  var decorator: AnyObject?
  /// Nanoseconds an unused instance lives.
  var timeToLive: UInt64?
  /// An empty table, to make others like it.
  var parameterCells: ParameterCells?
  var isOnce = false
  var takesContextsAgain = false

  var traits: UInt32 {
    (registration != nil || !contexts.isEmpty ? Trait.overridden : 0)
      | (decorator != nil ? Trait.decorated : 0)
      | (timeToLive != nil ? Trait.timed : 0)
      | (parameterCells != nil ? Trait.perParameter : 0)
      | (isOnce ? Trait.once : 0)
      | (takesContextsAgain ? Trait.contextsAgain : 0)
  }

  /// What an entry is to keep of these, which have these traits; nil for nothing.
  func reference(_ traits: UInt32) -> OptionsReference? {
    if traits == 0 { return nil }
    if traits == Trait.overridden, contexts.isEmpty, let registration {
      return OptionsReference(registration: registration)
    }
    return OptionsReference(SharedOptions(self))
  }
}

/// Options as an entry keeps them: an object that is never changed, only replaced, so a resolution
/// that has it may go on reading it. Most often there is a registration and nothing else: then it is
/// that.
struct OptionsReference {
  private let object: AnyObject
  private let isRegistration: Bool

  init(registration: AnyObject) {
    object = registration
    isRegistration = true
  }

  fileprivate init(_ options: SharedOptions) {
    object = options
    isRegistration = false
  }

  var options: EntryOptions {
    shared?.options ?? EntryOptions(registration: object)
  }

  var registration: AnyObject? { isRegistration ? object : shared?.options.registration }

  /// Nil if there is a registration and nothing else.
  var shared: SharedOptions? {
    // Every other object is of this class: see the initialisers.
    isRegistration ? nil : unsafeDowncast(object, to: SharedOptions.self)
  }

  // MARK: As a word

  /// The lowest bit of the word, free in an object's address, tells shared options.
  private static let sharedTag: UInt = 1

  /// The word, which owns a reference.
  func retained() -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(object).toOpaque() + (isRegistration ? 0 : Int(Self.sharedTag))
  }

  /// The word for a registration and nothing else.
  static func retained(registration: consuming AnyObject) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(registration).toOpaque()
  }

  /// A reference to what the word owns.
  init?(word: UnsafeMutableRawPointer?) {
    guard let word else { return nil }
    let tag = UInt(bitPattern: word) & Self.sharedTag
    isRegistration = tag == 0
    // Written by `retained`, and not let go while the caller holds the lock.
    object = Unmanaged<AnyObject>.fromOpaque(word - Int(tag)).takeUnretainedValue()
  }

  /// Takes over the word's own reference.
  init?(taking word: UnsafeMutableRawPointer?) {
    self.init(word: word)
    _ = Self.release(word)
  }

  /// The word's own reference, taken over from it.
  static func release(_ word: UnsafeMutableRawPointer?) -> AnyObject? {
    word.map {
      let tag = UInt(bitPattern: $0) & sharedTag
      // Written by `retained`; whoever calls this overwrites the word.
      return Unmanaged<AnyObject>.fromOpaque($0 - Int(tag)).takeRetainedValue()
    }
  }

  /// Whether the word has nothing, or a registration and nothing else.
  static func isRegistrationOnly(_ word: UnsafeMutableRawPointer?) -> Bool {
    UInt(bitPattern: word) & sharedTag == 0
  }
}

final class SharedOptions {
  let options: EntryOptions

  init(_ options: EntryOptions) {
    self.options = options
  }
}

/// Closures by context: few, so they are searched through.
struct ContextOverrides {
  private var contexts: [FactoryContextType] = []
  private var overrides: [AnyObject] = []

  var isEmpty: Bool { contexts.isEmpty }

  @inline(never)
  func find(_ context: FactoryContextType) -> AnyObject? {
    let index = index(of: context)
    return index < contexts.count ? overrides[index] : nil
  }

  /// The closure for an argument.
  @inline(never)
  func find(argument: String) -> AnyObject? {
    var index = 0
    while index < contexts.count {
      if case .arg(let known) = contexts[index], known == argument { return overrides[index] }
      index += 1
    }
    return nil
  }

  /// Past the end if it is not there.
  private func index(of context: FactoryContextType) -> Int {
    var index = 0
    while index < contexts.count, contexts[index] != context { index += 1 }
    return index
  }

  /// Sets a context's closure.
  @inline(never)
  mutating func replace(_ context: FactoryContextType, by override: AnyObject?) {
    guard let override else { return }
    let index = index(of: context)
    if index == contexts.count {
      contexts.append(context)
      overrides.append(override)
    } else {
      overrides[index] = override
    }
  }
}

/// A closure that stands in for the factory's own.
@usableFromInline
final class Override<P, T> {
  let make: (P) -> T

  @usableFromInline
  init(_ make: @escaping (P) -> T) {
    self.make = make
  }
}

/// A decorator of one factory.
@usableFromInline
final class Decoration<T> {
  let apply: (T, Bool) -> Void

  @usableFromInline
  init(_ apply: @escaping (T, Bool) -> Void) {
    self.apply = apply
  }
}
