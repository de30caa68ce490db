import Swinject

final class Mail {}
final class Draft { init(mail: Mail) {} }

let app = Container(defaultObjectScope: .container)
let extra = Container()

func register() {
    app.register(Mail.self) { _ in Mail() }
    app.register(Draft.self) { r in Draft(mail: r.resolve(Mail.self)!) }
        .inObjectScope(.weak)
}
