import FactoryKit

final class A { init() {} ; init(_ a: A?) {} }

extension Container
  {
  var a : Factory< A >
    {
    self { A() }
      .cached // one
    }

  var b: Factory<A> { get { self {
    // the first
    A( self.a() )
  } } }

  /* c */ var c: Factory<A> {/* here */self { A() }}

  var d: Factory<A> { Factory(self, { A() }) }
#if DEBUG
  var e: Factory<A> { self { A() } }
#else
  var e: Factory<A> { self { A(nil) } }
#endif
}
