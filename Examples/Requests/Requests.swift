// Factory, MIT licence; see LICENSE
//
// Answers the requests of several users at the same time, each with a container of its own: `swift run requests`.
// `output.txt` is what it prints.
import FactoryKit

@main
enum Requests {
  static func main() async {
    // The library's messages are a part of the output.
    Container.shared.manager.logger = { print($0) }

    let answers = await withTaskGroup(of: String.self) { group in
      for name in ["Ada", "Grace", "Mary"] {
        group.addTask { await run(for: User(name: name)) { answer() } }
      }
      var answers: [String] = []
      for await answer in group { answers.append(answer) }
      return answers
    }
    for answer in answers.sorted() { print(answer) }

    // The first use of the journal. The process keeps it, so it gets the parent's user, and the message says that the
    // user of the request was passed over. It is logged once.
    for name in ["Ada", "Grace"] {
      let writer = await run(for: User(name: name)) { Container.shared.journal().writer.name }
      print("The journal is written by \(writer)")
    }
  }

  /// Runs a handler in a container for one request.
  static func run(
    for user: User, _ handle: @Sendable () async -> String
  ) async -> String {
    let request = Container(parent: .shared, label: "request of \(user.name)")
    request.user.register { user }
    return await request.run { await handle() }
  }

  /// A handler. It knows neither the request nor its container.
  static func answer() -> String {
    let greeter = Container.shared.greeter()
    let drafts = Container.shared.drafts()
    return "\(greeter.text), here are the drafts of \(drafts.author.name)"
  }
}
