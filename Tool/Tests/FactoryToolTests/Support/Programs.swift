// Factory, MIT licence; see LICENSE
//
// Programs that the tests check.
import Foundation

enum Programs {
  /// One warning, `unused-factory`, at 3:7.
  static let warning = """
    import FactoryKit
    extension Container {
      var unused: Factory<Int> { self { 1 } }
    }

    """

  /// The same, with another name, and a key that two such factories share.
  static func keyed(_ name: String) -> String {
    warning.replacingOccurrences(of: "unused", with: name)
      .replacingOccurrences(of: "self {", with: "self(key: \"k\") {")
  }

  /// One error, `stored-factory`, which can be mended, at 5:14.
  static let error = """
    import FactoryKit
    final class Stores: SharedContainer {
      @TaskLocal static var shared = Stores()
      let manager = ContainerManager()
      public let stored: Factory<Int> = Factory(Stores.shared) { 1 }
    }

    """

  /// Nothing to report.
  static let clean = """
    import FactoryKit
    extension Container {
      var engine: Factory<Engine> { self { Engine() }.singleton }
      var car: Factory<Car> { self { Car(engine: self.engine()) } }
      var user: Factory<User?> { promised() }
    }
    struct Engine {}
    struct Car { var engine: Engine }
    struct User {}
    @main struct App {
      static func main() {
        Container.shared.user.register { User() }
        print(Container.shared.car(), Container.shared.user())
      }
    }

    """
}
