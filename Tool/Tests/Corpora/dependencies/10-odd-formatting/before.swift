import Dependencies ; import Foundation

struct A : Sendable { var text : String }
private enum AKey:DependencyKey{ static let liveValue=A(text:"a") }
private enum BKey: DependencyKey {
	static let liveValue = A(text: """
		Ada
		Grace
		""")
	static let testValue = A(text: "test")
}

extension   DependencyValues
{
	var a : A { get{ self[AKey.self] } set{ self[AKey.self]=newValue } }
	/* b */ var b:A
	{
		get { self[BKey.self] } // reads
		set { self[BKey.self] = newValue }
	}
}

struct S {
	@Dependency( \.a ) var a ; @Dependency(\.b)
	var b
}
func f()->String { withDependencies{$0.a=A(text:"x")}operation:{ S().a.text } }
