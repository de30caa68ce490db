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
    var page: ParameterFactory<Int, Page> { self { args in Page(number: args) }.graph }
    var chapter: ParameterFactory<(title: String, isLast: Bool), Chapter> {
        self { args in
            Chapter(
                title: args.title,
                isLast: args.isLast, // the last one
                page: self.page(1))
        }.graph
    }
    var flag: ParameterFactory<Bool, Flag> { self { args in Flag(isOn: args) }.cached }
}

func read() {
    let page: Page = Container.shared.page(3)
    let chapter = Container.shared.chapter((title: "One", isLast: false))
    let turned: Chapter = Container.shared.chapter((title: "Two", isLast: page.number > 2))
    _ = (page, chapter, turned, Container.shared.flag(true) as Flag)
}
