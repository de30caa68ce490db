import   Resolver   // the container

class A {}
class B { init(a: A) {} }
protocol P {}
struct S: P {}

extension   Resolver{
	static func registerOdd(){
		register{A()}; register{ B( a : resolve() ) }
		register( P.self ){ S() }.scope( .application )

		// a list
		register { () -> [String] in
			let text = """
				Ada
				  Grace
				"""
			return [text]
		} /* of names */
	}
}

let b:B=Resolver.resolve()
