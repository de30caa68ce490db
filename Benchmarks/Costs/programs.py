# Factory, MIT licence; see LICENSE
"""Programs for measurements: services of which each needs the previous one, their declarations with a library or
by hand, and clients. `Scripts/check-compile-time` and `Benchmarks/costs` compile them."""

SCOPES = [".cached", ".singleton", ".shared", "", ".cached", ".singleton", "", "", ".cached", ""]
FORMS = ["Injected", "LazyInjected", "Calls", "Registrations"]


def services(count):
  """The protocols and classes, the same for all programs. Each service depends on the previous one."""
  for i in range(count):
    yield f"public protocol Service{i}: AnyObject, Sendable {{ func answer() -> Int }}"
    if i % 10 == 0:
      yield f"final class Live{i}: Service{i} {{\n  init() {{}}\n  func answer() -> Int {{ {i} }}\n}}"
    else:
      before = f"any Service{i - 1}"
      yield f"""final class Live{i}: Service{i} {{
  let next: {before}
  init(_ next: {before}) {{ self.next = next }}
  static func load(_ next: {before}) throws -> Live{i} {{ Live{i}(next) }}
  static func connect(_ next: {before}) async throws -> Live{i} {{ Live{i}(next) }}
  func answer() -> Int {{ next.answer() + 1 }}
}}"""


def factories(count, module, scopes=SCOPES):
  yield f"import {module}"
  for i in range(count):
    next = "" if i % 10 == 0 else f"self.service{i - 1}()"
    yield f"""extension Container {{
  public var service{i}: Factory<any Service{i}> {{
    self {{ Live{i}({next}) }}{scopes[i % 10]}
  }}
}}"""


def kinds(count, module):
  """Of ten, six are plain, one may fail, one is asynchronous, one belongs to the main actor, and one is
  asynchronous and has a parameter. The last four depend on the plain one before them."""
  yield f"import {module}"
  for i in range(count):
    tens = i - i % 10
    plain = f"self.service{tens + 5}() as! any Service{i - 1}"
    next = "" if i % 10 == 0 else f"self.service{i - 1}()"
    kind, body = {
      6: ("ThrowingFactory<{}, any Error>", f"try Live{i}.load(self.service{tens + 5}())"),
      7: ("AsyncFactory<{}, any Error>", f"try await Live{i}.connect({plain})"),
      8: ("MainActorFactory<{}>", f"Live{i}({plain})"),
      9: ("AsyncParameterFactory<Int, {}, any Error>", f"_ in try await Live{i}.connect({plain})"),
    }.get(i % 10, ("Factory<{}>", f"Live{i}({next})"))
    scope = ".scopeOnParameters.cached" if i % 10 == 9 else SCOPES[i % 10]
    yield f"""extension Container {{
  public var service{i}: {kind.format(f"any Service{i}")} {{
    self {{ {body} }}{scope}
  }}
}}"""


def by_hand(count):
  yield "public final class World: @unchecked Sendable {\n  public static let shared = World()\n  public init() {}"
  for i in range(count):
    next = "" if i % 10 == 0 else f"service{i - 1}"
    yield f"  public lazy var service{i}: any Service{i} = Live{i}({next})"
  yield "}"


def dependencies(count):
  """The same factories as values of swift-dependencies."""
  yield "import Dependencies"
  for i in range(count):
    next = "" if i % 10 == 0 else "next"
    needs = "" if i % 10 == 0 else f"    @Dependency(\\.service{i - 1}) var next\n"
    yield f"""enum Service{i}Key: DependencyKey {{
  static var liveValue: any Service{i} {{
{needs}    return Live{i}({next})
  }}
}}
extension DependencyValues {{
  public var service{i}: any Service{i} {{
    get {{ self[Service{i}Key.self] }}
    set {{ self[Service{i}Key.self] = newValue }}
  }}
}}"""


def client(form, count, module):
  """A client of the factories, or, if the module is "App", of the lazy properties. With swift-dependencies, there is
  only the form "Injected"."""
  is_by_hand = module == "App"
  wrapper = "Dependency" if module == "Dependencies" else form
  yield f"import {module}"
  if not is_by_hand:
    yield "import App"
  for i in range(count):
    service = f"World.shared.service{i}" if is_by_hand else f"Container.shared.service{i}"
    if form in ("Injected", "LazyInjected"):
      if i % 5 == 0:
        yield f"public final class {form}Screen{i} {{\n  public init() {{}}"
      if not is_by_hand:
        yield f"  @{wrapper}(\\.service{i}) var service{i}"
      elif form == "Injected":
        yield f"  var service{i}: any Service{i} = {service}"
      else:
        yield f"  lazy var service{i}: any Service{i} = {service}"
      if i % 5 == 4 or i == count - 1:
        yield "}"
    elif form == "Calls":
      call = "" if is_by_hand else "()"
      yield f"public func call{i}() -> Int {{ {service}{call}.answer() }}"
    else:
      change = f"{service} = Mock{i}()" if is_by_hand else f"{service}.register {{ Mock{i}() }}"
      yield f"final class Mock{i}: Service{i} {{ func answer() -> Int {{ {i} }} }}"
      yield f"public func register{i}() {{\n  {change}\n}}"
