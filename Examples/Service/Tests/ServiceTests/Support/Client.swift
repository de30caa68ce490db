// Factory, MIT licence; see LICENSE
//
// A client that sends requests one after the other over one connection. All of it runs on one event loop, so
// that the processor time of that thread is the client's.
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

struct ClientRequest: Sendable {
  var method = HTTPMethod.GET
  var path: String
  var token: String?
  var body = ""
}

struct ClientResponse: Sendable {
  var status: Int
  var body: String
}

struct Client: Sendable {
  let port: Int
  let loop: any EventLoop

  /// Each client uses the same thread.
  static let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()

  init(port: Int) {
    self.port = port
    loop = Self.loop
  }

  /// Sends one request.
  func send(_ request: ClientRequest) async throws -> ClientResponse {
    let box = NIOLoopBoundBox<ClientResponse?>.makeBoxSendingValue(nil, eventLoop: loop)
    try await exchange({ $0 == 0 ? request : nil }, { _, response in box.value = response })
    return try await loop.submit { box.value! }.get()
  }

  /// Sends requests over one connection until there are no more. Both closures run on the event loop.
  /// - Parameters:
  ///   - request: the request with a number, from zero; nil ends the exchange.
  ///   - receive: gets the response with a number.
  func exchange(
    _ request: @escaping @Sendable (Int) -> ClientRequest?,
    _ receive: @escaping @Sendable (Int, ClientResponse) -> Void
  ) async throws {
    let end = loop.makePromise(of: Void.self)
    let channel = try await ClientBootstrap(group: loop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHTTPClientHandlers()
          try channel.pipeline.syncOperations.addHandler(Exchange(request, receive, end))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    try await end.futureResult.get()
    try await channel.closeFuture.get()
  }
}

struct Disconnected: Error {}

private final class Exchange: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  private let request: (Int) -> ClientRequest?
  private let receive: (Int, ClientResponse) -> Void
  private let end: EventLoopPromise<Void>
  private var number = 0
  private var status = 0
  private var body = ByteBuffer()

  init(
    _ request: @escaping (Int) -> ClientRequest?,
    _ receive: @escaping (Int, ClientResponse) -> Void, _ end: EventLoopPromise<Void>
  ) {
    self.request = request
    self.receive = receive
    self.end = end
  }

  func channelActive(context: ChannelHandlerContext) { sendNext(context) }

  private func sendNext(_ context: ChannelHandlerContext) {
    guard let request = request(number) else {
      end.succeed()
      return context.close(promise: nil)
    }
    var head = HTTPRequestHead(version: .http1_1, method: request.method, uri: request.path)
    head.headers.add(name: "host", value: "127.0.0.1")
    if let token = request.token {
      head.headers.add(name: "authorization", value: "Bearer \(token)")
    }
    if !request.body.isEmpty {
      head.headers.add(name: "content-type", value: "application/json")
      head.headers.add(name: "content-length", value: "\(request.body.utf8.count)")
    }
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if !request.body.isEmpty {
      context.write(
        wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: request.body)))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      status = Int(head.status.code)
      body.clear()
    case .body(var part):
      body.writeBuffer(&part)
    case .end:
      receive(number, ClientResponse(status: status, body: String(buffer: body)))
      number += 1
      sendNext(context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) { end.fail(Disconnected()) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    end.fail(error)
    context.close(promise: nil)
  }
}
