// Factory, MIT licence; see LICENSE
//
// A validation that names no factory.
import FactoryKit

extension Container {
  var mailer: Factory<Service> { required() }
}

func use() throws {
  #if MISTAKE
    // error: name the factories that must be registered: 'validate(\.accountLoader, \.mailer)'
    try Container.shared.validate()
    // error: value of type 'Container' has no member 'mailr'
    try Container.shared.validate(\.mailr)
    // error: value of type 'Container' has no member 'mailr'
    try Container.shared.validate(\.mailer, \.mailr)
    // error: has no member 'processor'
    try Container.shared.validate(\.processor)
  #else
    try Container.shared.validate(\.mailer)
    try Container.shared.validate(\.mailer, \.settings)
    try Payments.shared.validate(\.processor)
  #endif
}
