import   FactoryKit   // the container

class A {}
class B { init(a: A) {} }
protocol P {}
struct S: P {}

extension   Container{
	var a: Factory<A> { self {A()}.graph }; var b: Factory<B> { self { B( a : self.a() ) }.graph }
	var p: Factory<P> { self { S() }.singleton }

	// a list
	var strings: Factory<[String]> {
		self {
			let text = """
				Ada
				  Grace
				"""
			return [text]
		}.graph
	} /* of names */
}

let b:B=Container.shared.b()
