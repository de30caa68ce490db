import Resolver

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

extension Resolver {
    static func registerPages() {
        register { (_, args) in Page(number: args()) }
        register { resolver, args in
            Chapter(
                title: args("title"),
                isLast: args("isLast"), // the last one
                page: resolver.resolve(args: 1))
        }
        register { (_, args) in Flag(isOn: args as! Bool) }
            .scope(.cached)
    }
}

func read() {
    let page: Page = Resolver.resolve(args: 3)
    let chapter = Resolver.resolve(Chapter.self, args: ["title": "One", "isLast": false])
    let turned: Chapter = Resolver.resolve(args: ["isLast": page.number > 2, "title": "Two"])
    _ = (page, chapter, turned, Resolver.resolve(args: true) as Flag)
}
