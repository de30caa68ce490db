import FactoryKit

class Service {}
class Owner {
	init(_ service: Service, names: [String]) {}
}

extension Container
{
	var service: Factory<Service> { self {Service()} }

	/* until log-out */
	@available(*, deprecated)
	var owner : Factory<Owner> {
		self {
			let names = """
				Ada

				Grace
				"""
			return Owner(self.service(), names: [names])
		}.cached
	}
	static let (unrelated, other) = (1, 2)
	var late: Factory<Service> {
		self { () -> Service in
			let service = Service()
			return service
		}
	}
}

let all = [ Container.shared . service(),Container.shared
	.late() ]
