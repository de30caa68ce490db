// Factory, MIT licence; see LICENSE
//
// The parts of SwiftUI that the guides' snippets use, for systems without SwiftUI: enough to build
// a view's body.
#if canImport(SwiftUI)
  @_exported import SwiftUI
#else
  protocol ObservableObject: AnyObject {}

  @propertyWrapper
  struct Published<Value> {
    var wrappedValue: Value
  }

  /// Creates its object when it is first read.
  @propertyWrapper
  final class StateObject<Object: ObservableObject> {
    private let make: () -> Object
    lazy var wrappedValue: Object = make()
    init(wrappedValue make: @autoclosure @escaping () -> Object) { self.make = make }
  }

  protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
  }

  extension Never: View {
    var body: Never { fatalError("A view without body has none") }
  }

  struct Text: View {
    let string: String
    init(_ string: String) { self.string = string }
    var body: Never { fatalError("A text has no body") }
  }

  struct Group<Content: View>: View {
    init(@ViewBuilder content: () -> Content) { body = content() }
    let body: Content
  }

  struct TupleView<First: View, Second: View>: View {
    let views: (First, Second)
    var body: Never { fatalError("A tuple of views has no body") }
  }

  @resultBuilder
  enum ViewBuilder {
    static func buildBlock<V: View>(_ view: V) -> V { view }
    static func buildBlock<A: View, B: View>(_ a: A, _ b: B) -> TupleView<A, B> {
      TupleView(views: (a, b))
    }
  }

  protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder static var previews: Previews { get }
  }
#endif
