import FactoryKit ; import Foundation

struct A : Sendable { var text : String }

extension   Container
{
	var a : Factory<A> { self { A(text:"a") }.cached }
	/* b */ var b:Factory<A>
	{
		self {
			A(text: """
				Ada
				Grace
				""")
		}.cached
			.onTest {
				A(text: "test")
			}
			.once()
	}
}

struct S {
	@DynamicInjected( \.a ) var a ; @DynamicInjected(\.b)
	var b
}
func f()->String { Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with {$0.a.register { A(text:"x") }}) { S().a.text } }
