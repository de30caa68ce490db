// Factory, MIT licence; see LICENSE
//
// Looking at values whose type is not known: optionals without a value, and objects behind
// protocols.

/// What lets generic code look into an optional whose type it does not know.
protocol OptionalValue {
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
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
func isNil<T>(_ value: T) -> Bool {
  guard let optional = value as? any OptionalValue else { return false }
  return optional.wrappedValue == nil
}
