import Swinject

class A {}
class B { init(a: A) {} }

final   class OddAssembly :Assembly
{
	func assemble( container : Container )
	{
		container
			.register( A.self ) { _ in A() }
			// until the end
			.inObjectScope( .container )
		container.register(B.self, factory: { (r : Resolver) in B(a:r.resolve(A.self)!) }); container.register(String.self){ _ in """
			Ada
			Grace
			""" }
	}
}

func odd(c:Container)->B{ c . resolve( B.self )! }
