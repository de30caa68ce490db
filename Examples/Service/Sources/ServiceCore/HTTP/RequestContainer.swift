// Factory, MIT licence; see LICENSE
//
// The container of a request: who asks, and with which logger.
import FactoryKit
import Hummingbird

/// Answers what only users may ask. Each request gets a container, which is `Container.shared` for all that
/// the handler calls, and for the body that is written after the handler has returned.
public struct RequestContainer: RouterMiddleware {
  public typealias Context = BasicRequestContext

  public init() {}

  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard let token = request.headers[.authorization]?.dropping("Bearer "),
      let user = try await Container.shared.users().user(token: token)
    else { throw HTTPError(.unauthorized, message: "send a token: Authorization: Bearer …") }
    var logger = context.logger
    logger[metadataKey: "user"] = "\(user.name)"

    let container = Container.shared.forRequest(of: user, logger)
    var response = try await container.run { try await next(request, context) }
    response.body = response.body.written(in: container)
    return response
  }
}

extension ResponseBody {
  /// This body, which is written while a container is the shared one.
  func written(in container: Container) -> ResponseBody {
    ResponseBody(contentLength: contentLength) { writer in
      try await container.run { try await self.write(writer) }
    }
  }
}

extension String {
  fileprivate func dropping(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
