import Swinject

protocol Logger { func log(_ text: String) }
struct ConsoleLogger: Logger { func log(_ text: String) { print(text) } }
struct FileLogger: Logger {
    let path: String
    func log(_ text: String) {}
}

enum LoggerName: String {
    case console, file
}

class Repository<Item> {
    let logger: Logger
    init(logger: Logger) { self.logger = logger }
}

extension Container {
    func registerLoggers() {
        register(Logger.self, name: "console") { _ in ConsoleLogger() }
        register(Logger.self, name: LoggerName.file.rawValue) { _ in FileLogger(path: "log.txt") }
        register(Repository<Int>.self) { r in
            Repository(logger: r.resolve(Logger.self, name: "console")!)
        }
        register((any Logger).self, name: "default-logger") { r in
            r.resolve(Logger.self, name: LoggerName.file.rawValue)!
        }
    }
}

func log(in container: Container) {
    container.resolve(Logger.self, name: "default-logger")!.log("text")
    container.resolve(Repository<Int>.self)!.logger.log("text")
}
