import FactoryKit

struct Page {
    let number: Int
}

final class Chapter {
    init(title: String, isLast: Bool, page: Page) {}
}

final class Flag {
    var isOn: Bool
    init(isOn: Bool) { self.isOn = isOn }
}

extension Container {
    func registerPages() {
        // factory:migrate its arguments have no types: write `var …: ParameterFactory<…, Page> { self { … } }`
        register { (_, args) in Page(number: args()) }
        // factory:migrate its arguments have no types: write `var …: ParameterFactory<…, Chapter> { self { … } }`
        register { resolver, args in
            // factory:migrate pass the argument to a `ParameterFactory`: `Container.shared.page(…)`
            Chapter(
                title: args("title"),
                isLast: args("isLast"), // the last one
                page: resolver.resolve(args: 1))
        }
        // factory:migrate its arguments have no types: write `var …: ParameterFactory<…, Flag> { self { … } }`
        register { (_, args) in Flag(isOn: args as! Bool) }
            .scope(.cached)
    }
}

func read() {
    // factory:migrate pass the argument to a `ParameterFactory`: `Container.shared.page(…)`
    let page: Page = Resolver.resolve(args: 3)
    // factory:migrate pass the argument to a `ParameterFactory`: `Container.shared.chapter(…)`
    let chapter = Resolver.resolve(Chapter.self, args: ["title": "One", "isLast": false])
    // factory:migrate pass the argument to a `ParameterFactory`: `Container.shared.chapter(…)`
    let turned: Chapter = Resolver.resolve(args: ["isLast": page.number > 2, "title": "Two"])
    // factory:migrate pass the argument to a `ParameterFactory`: `Container.shared.flag(…)`
    _ = (page, chapter, turned, Resolver.resolve(args: true) as Flag)
}
