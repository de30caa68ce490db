// Factory, MIT licence; see LICENSE
//
// Inspects values of unknown type: optionals, and objects behind protocols.

/// Gives generic code access to the value of an optional of unknown type.
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

/// The object that `value` references, also through protocols and optionals; nil for other values.
func objectIdentity<T>(of value: T) -> AnyObject? {
  var bottom: Any = value
  if let optional = bottom as? any OptionalValue {
    guard let wrapped = optional.wrappedValue else { return nil }
    bottom = wrapped
  }
  // On Apple systems, `as AnyObject` alone would box a value, so the dynamic type is checked first.
  guard type(of: bottom) is AnyClass else { return nil }
  return bottom as AnyObject
}

/// Whether `value` is nil, at any depth of nested optionals.
func isNil<T>(_ value: T) -> Bool {
  // The cast takes much longer than the check of the type, which is false for most.
  _isOptional(T.self) && (value as? any OptionalValue)?.wrappedValue == nil
}
