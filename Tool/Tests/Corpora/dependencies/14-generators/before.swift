import Dependencies

struct Item {
    @Dependency(\.uuid) var uuid
    @Dependency(\.date) var date: DateGenerator

    func id() -> String { uuid().uuidString + "\(date.now)" }
}

struct Clocked {
    let date: DateGenerator

    init(date: @escaping (DateGenerator) -> Void, other: DateGenerator) {
        self.date = other
        date(other)
    }
}

func numbered() {
    withDependencies {
        $0.uuid = .incrementing
    } operation: {
        print(Item().id())
    }
}
