// Factory, MIT licence; see LICENSE
//
// The layers that `wrap` adds to a factory, as settings store them, and the locations of calls in the
// source.
internal import FactoryCore

/// The location of a call in the source.
@usableFromInline
@frozen
// The pointers are to literals, which are never changed.
package struct CallSite {
  @usableFromInline package let file: UnsafePointer<UInt8>
  /// The function or property that contains the call.
  @usableFromInline package let function: UnsafePointer<UInt8>
  @usableFromInline package let line: UInt32
  @usableFromInline package let column: UInt32

  @_alwaysEmitIntoClient @inline(__always)
  package init(_ file: StaticString, _ function: StaticString, _ line: UInt, _ column: UInt) {
    self.file = file.start
    self.function = function.start
    self.line = UInt32(truncatingIfNeeded: line)
    self.column = UInt32(truncatingIfNeeded: column)
  }

  func isSame(as other: CallSite) -> Bool {
    line == other.line && column == other.column && factory_same_text(file, other.file)
  }

  /// Whether the call is in the definition of the factory that is declared with this name in this
  /// file and line. If the name is nil, because the factory has an explicit key, a call in any
  /// property from that line on counts.
  func isIn(_ name: UnsafePointer<UInt8>?, _ file: UnsafePointer<UInt8>, _ line: UInt32) -> Bool {
    guard self.line >= line, factory_same_text(self.file, file) else { return false }
    if let name { return factory_same_text(function, name) }
    // `#function` is a property's name, or a function's with parentheses.
    var next = function
    while next.pointee != 0 {
      if next.pointee == UInt8(ascii: "(") { return false }
      next += 1
    }
    return true
  }
}

/// A closure that wraps new instances of a factory, type-erased: a `Layer<T>`.
@usableFromInline
package class AnyLayer: ModifierClosure {
  let site: CallSite
  /// Whether the call is in the function that declares the factory. Set before the layer is added.
  @exclusivity(unchecked) var isInDefinition = false
  /// Whether it only tells that the definition has this layer: see `StoreState.expectLayers`.
  let isExpected: Bool

  init(_ closure: ClosureIdentity, _ site: CallSite, isExpected: Bool = false) {
    self.site = site
    self.isExpected = isExpected
    super.init(closure)
  }
}

/// A closure that wraps new instances of a factory.
@usableFromInline
package final class Layer<T>: AnyLayer {
  let apply: (T) -> T

  @usableFromInline
  package init(_ apply: @escaping (T) -> T, _ closure: ClosureIdentity, _ site: CallSite) {
    self.apply = apply
    super.init(closure, site)
  }
}

extension [AnyLayer] {
  /// Wraps a new instance in all layers, the first one innermost. Called with no lock held.
  func wrapped<T>(_ value: T) -> T {
    var value = value
    for layer in self where !layer.isExpected {
      // An entry's key contains the type: only a `Layer<T>` is stored in it.
      value = assumedObject(layer, Layer<T>.self).apply(value)
    }
    return value
  }

  /// Whether the call site has added this closure.
  func contains(_ closure: ClosureIdentity, _ site: CallSite) -> Bool {
    contains { $0.closure == closure && !$0.isExpected && $0.site.isSame(as: site) }
  }

  /// Whether the layer of a call is expected: adding it changes no instance.
  func expects(_ site: CallSite) -> Bool { contains { $0.isExpected && $0.site.isSame(as: site) } }

  /// Adds a layer as the outermost one, or replaces the one that its call site has added.
  /// Returns whether it is the first one of the call.
  @discardableResult
  mutating func add(_ layer: AnyLayer) -> Bool {
    if let index = firstIndex(where: { $0.site.isSame(as: layer.site) }) {
      self[index] = layer
      return false
    }
    append(layer)
    return true
  }
}

/// The layers of an asynchronous factory, for the task that runs its closure.
// Sendable: the closures of an asynchronous factory's layers are `@Sendable`.
package struct Layers: @unchecked Sendable {
  package let list: [AnyLayer]
}
