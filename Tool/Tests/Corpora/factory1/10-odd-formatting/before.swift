import Factory

class Service {}
class Owner {
	init(_ service: Service, names: [String]) {}
}

extension Container
{
	static let service=Factory{Service()}

	@available(*, deprecated)
	static let owner : Factory<Owner> = Factory( scope: .cached /* until log-out */ )
	{
		let names = """
			Ada

			Grace
			"""
		return Owner(service(), names: [names])
	}
	static let (unrelated, other) = (1, 2)
	private(set) static var late = Factory { () -> Service in
		let service = Service()
		return service
	}
}

let all = [ Container . service(),Container
	.late() ]
