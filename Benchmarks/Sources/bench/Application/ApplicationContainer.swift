// Factory, MIT licence; see LICENSE
//
// The container of the application. Written by generate-application.
import FactoryKit

final class Application: SharedContainer {
  @TaskLocal static var shared = Application()
  let manager = ContainerManager()
}
