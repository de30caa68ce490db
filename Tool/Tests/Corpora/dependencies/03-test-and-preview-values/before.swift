import Dependencies

struct Weather: Sendable {
    var degrees: @Sendable () -> Int
}

extension Weather: DependencyKey {
    static let liveValue = Self(degrees: { 20 })
    static let testValue = Self(degrees: { 0 })
    static var previewValue: Self { Self(degrees: { 30 }) }
}

struct Location: Sendable { var city: String }

enum LocationKey: DependencyKey {
    static let liveValue = Location(city: "Paris")
    static let testValue = Location(city: "Test")
}

struct Store: Sendable { var save: @Sendable (String) -> Void }

extension Store: DependencyKey {
    static let liveValue = Store(save: { print($0) })
    static let testValue = Store(save: unimplemented("Store.save"))
}

extension DependencyValues {
    var weather: Weather {
        get { self[Weather.self] }
        set { self[Weather.self] = newValue }
    }
    var location: Location {
        get { self[LocationKey.self] }
        set { self[LocationKey.self] = newValue }
    }
    var store: Store {
        get { self[Store.self] }
        set { self[Store.self] = newValue }
    }
}

func unimplemented<T>(_ name: String) -> @Sendable (T) -> Void { { _ in } }
