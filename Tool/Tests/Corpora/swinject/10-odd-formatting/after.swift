import FactoryKit

class A {}
class B { init(a: A) {} }

extension Container {
	// until the end
	var a: Factory<A> { self { A() }.cached }
	var b: Factory<B> { self { B(a:self.a()) }.graph }; var string: Factory<String> {
		self { """
			Ada
			Grace
			""" }.graph
	}
}

func odd(c:Container)->B{ c . b() }
