// Factory, MIT licence; see LICENSE
//
// Looking at values of unknown type: optionals without a value, and objects behind protocols.

/// What lets generic code look into an optional of unknown type.
@usableFromInline
protocol OptionalValue {
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  @usableFromInline
  var wrappedValue: Any? {
    guard case .some(let wrapped) = self else { return nil }
    if let inner = wrapped as? any OptionalValue { return inner.wrappedValue }
    return wrapped
  }
}

/// The object that `value` is, seen through protocols and optionals; nil for anything else.
func objectIdentity<T>(of value: T) -> AnyObject? {
  var bottom: Any = value
  if let optional = bottom as? any OptionalValue {
    guard let wrapped = optional.wrappedValue else { return nil }
    bottom = wrapped
  }
  // `as AnyObject` alone would box a value on Apple systems, so the dynamic type is asked first.
  guard type(of: bottom) is AnyClass else { return nil }
  return bottom as AnyObject
}

/// Whether `value` is an optional without a value, at any depth.
@_alwaysEmitIntoClient @inline(__always)
func isNil<T>(_ value: T) -> Bool {
  // Known when compiled, where `T` is.
  _isOptional(T.self) && isNilOptional(value)
}

@usableFromInline @inline(never)
func isNilOptional<T>(_ value: T) -> Bool {
  (value as? any OptionalValue)?.wrappedValue == nil
}
