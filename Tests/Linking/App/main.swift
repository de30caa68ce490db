// Factory, MIT licence; see LICENSE
//
// Uses its container, and then loads the test bundle, which it knows by its path only.
import FactoryKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

func expect(_ condition: Bool, _ what: String) {
  guard condition else { fatalError("not so: \(what)") }
  print("checked: \(what)")
}

// Lazy storage before there is a container.
let early = Consumer()
let singleton = Container.shared.singleton()
let cached = Container.shared.cached()
expect(early.injected === cached && early.lazy === cached, "the application's own container")

guard let bundle = dlopen(CommandLine.arguments[1], RTLD_NOW) else {
  fatalError(String(cString: dlerror()!))
}
typealias Check = @convention(c) () -> Void
// `Bundle.swift` defines it with this type.
unsafeBitCast(dlsym(bundle, "checkBundle")!, to: Check.self)()

expect(Container.shared.cached().origin == "bundle", "a registration of the bundle stays")
expect(Container.shared.singleton() === singleton, "a singleton survives it")
expect(AppContainer.shared.service().origin == "autoRegister", "a container of the bundle's")
