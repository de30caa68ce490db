import Factory

final class A { init() {} ; init(_ a: A?) {} }

extension Container
  {
  var a : Factory< A >
    {
    Factory( self )   { A() }
      .cached // one
    }

  var b: Factory<A> { get { Factory(self)
  {
    // the first
    A( self.a() )
  } } }

  /* c */ var c: Factory<A> {/* here */Factory(self) { A() }}

  var d: Factory<A> { Factory(self, { A() }) }
#if DEBUG
  var e: Factory<A> { Factory(self) { A() } }
#else
  var e: Factory<A> { Factory(self) { A(nil) } }
#endif
}
