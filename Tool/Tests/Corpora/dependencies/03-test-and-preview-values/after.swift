import FactoryKit

struct Weather: Sendable {
    var degrees: @Sendable () -> Int
}

extension Weather {
    static let liveValue = Self(degrees: { 20 })
    static let testValue = Self(degrees: { 0 })
    static var previewValue: Self { Self(degrees: { 30 }) }
}

struct Location: Sendable { var city: String }

struct Store: Sendable { var save: @Sendable (String) -> Void }

extension Store {
    static let liveValue = Store(save: { print($0) })
    static let testValue = Store(save: unimplemented("Store.save"))
}

extension Container {
    var weather: Factory<Weather> {
        self { Weather.liveValue }.cached
            .onTest { Weather.testValue }
            .onPreview { Weather.previewValue }
            .once()
    }
    var location: Factory<Location> {
        self { Location(city: "Paris") }.cached
            .onTest { Location(city: "Test") }
            .once()
    }
    // factory:migrate testValue let a test fail that used it: the trait `.container(.strict)` does so now
    var store: Factory<Store> {
        self { Store.liveValue }.cached
    }
}

func unimplemented<T>(_ name: String) -> @Sendable (T) -> Void { { _ in } }
