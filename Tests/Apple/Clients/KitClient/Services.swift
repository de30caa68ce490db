// Factory, MIT licence; see LICENSE
//
// A program that uses every form of the guide. It is compiled for the oldest systems that the library
// supports, so everything that the library inlines into programs has to exist there.
import FactoryKit

protocol Service: AnyObject, Sendable {}
final class LiveService: Service {}
final class MockService: Service {}
final class Network: Sendable {}
final class Repository: Sendable {
  let network: Network
  init(network: Network) { self.network = network }
}
struct Settings: Sendable {
  init() throws(SettingsError) {}
  init(number: Int) throws(SettingsError) { if number < 0 { throw SettingsError.missing } }
}
enum SettingsError: Error { case missing }
final class Database: Sendable {
  static func connect() async throws -> Database { Database() }
  static func open() async throws(SettingsError) -> Database { Database() }
  func close() async throws {}
}
protocol Plugin: Sendable {}
struct CSVPlugin: Plugin {}
struct JSONPlugin: Plugin {}
@MainActor final class ScreenModel {
  let title: String
  init(title: String = "") { self.title = title }
}
final class Parent {
  weak var delegate: Parent?
  var child: Parent?
}
protocol IDProviding { var id: Int { get } }
protocol ValueProviding { var value: Int { get } }
final class CommonImplementation: IDProviding, ValueProviding {
  let id = 1
  let value = 2
}
