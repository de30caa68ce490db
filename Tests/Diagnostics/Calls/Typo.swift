// Factory, MIT licence; see LICENSE
//
// A factory that does not exist.
import FactoryKit

func use() async throws {
  #if MISTAKE
    // error: value of type 'Container' has no member 'servise'
    _ = Container.shared.servise()
    // error: value of type 'Container' has no member 'databse'
    _ = try await Container.shared.databse()
    // error: value of type 'Container' has no member 'modle'
    Container.shared.modle.register { Model() }
    // error: value of type 'Container' has no member 'setings'
    try Container.shared.validate(\.setings, \.model)
  #else
    _ = Container.shared.service()
    _ = try await Container.shared.database()
    Container.shared.model.register { Model() }
    try Container.shared.validate(\.settings, \.model)
  #endif
}
