import FactoryKit

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
    var consoleLogger: Factory<Logger> { self { ConsoleLogger() }.graph }
    var fileLogger: Factory<Logger> { self { FileLogger(path: "log.txt") }.graph }
    var intRepository: Factory<Repository<Int>> {
        self {
            Repository(logger: self.consoleLogger())
        }.graph
    }
    var defaultLogger: Factory<any Logger> {
        self {
            self.fileLogger()
        }.graph
    }
}

func log(in container: Container) {
    container.defaultLogger().log("text")
    container.intRepository().logger.log("text")
}
