// Factory, MIT licence; see LICENSE
//
// Layers of the wrong type or isolation.
import FactoryKit

@MainActor var last: Service?

func use() {
  #if MISTAKE
    // error: convert
    Container.shared.service.wrap { _ in 1 }
    // error: has no member 'number'
    Container.shared.service.wrap { Service(number: $0.number) }
    Container.shared.database.wrap { service in
      // error: main actor
      last = service
      return service
    }
  #else
    Container.shared.service.wrap { _ in Service(number: 1) }
    Container.shared.service.wrap { $0 }
    Container.shared.settings.wrap { $0 }
    Container.shared.database.wrap { $0 }
    Container.shared.model.wrap { model in
      last = Service()
      return model
    }
    Container.shared.editor.wrap { $0 }
    Container.shared.services.wrap { Array($0.reversed()) }
  #endif
}
