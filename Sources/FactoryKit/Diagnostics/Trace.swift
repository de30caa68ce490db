// Factory, MIT licence; see LICENSE
//
// The trace of resolutions, in the guide's format.
internal import FactoryCore

/// Lines are collected for a whole resolution cycle, outermost first, and written when it ends.
enum Trace {
  /// A line that was promised to the cycle and has yet to be written.
  struct Line {
    /// Its place among those of the thread's cycle.
    let number: UInt32
  }

  /// Reserves the next line, if resolutions are traced.
  static func begin() -> Line? {
    guard factory_is_tracing(), factory_current_thread().pointee.logging == 0 else { return nil }
    let cycle = ResolutionCycle.current
    cycle.lines.append("")
    return Line(number: UInt32(cycle.lines.count - 1))
  }

  /// Writes the line: depth, factory, and `N:` for a new instance or `C:` for a kept one, with its
  /// address, `-` for a value. What stood in for the factory's closure follows in brackets.
  static func finish<T>(
    _ line: Line, _ frame: UnsafePointer<factory_frame>, _ value: T, _ isNew: Bool,
    _ override: String?
  ) {
    let identity = objectIdentity(of: value).map {
      "\(UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()))"
    }
    let depth = Int(frame.pointee.depth)
    let indent = String(repeating: " ", count: 4 * depth)
    let suffix = override.map { " (\($0))" } ?? ""
    ResolutionCycle.current.lines[Int(line.number)] =
      "\(depth): \(indent)\(frame.factoryName) = \(isNew ? "N" : "C"):\(identity ?? "-")\(suffix)"
  }
}

/// A type's full name, without the marks that stand for private and local places.
func typeName(_ type: Any.Type) -> String {
  var name = ""
  var part = ""
  for character in String(reflecting: type) + "." {
    part.append(character)
    if character == "." {
      if !part.hasPrefix("(unknown context") { name += part }
      part = ""
    }
  }
  name.removeLast()
  return name
}

extension UnsafePointer<factory_frame> {
  /// `Module.Container.name<Type>`.
  @inline(never)
  var factoryName: String {
    "\(containerName).\(name)<\(productName)>"
  }

  /// The type of what the factory makes.
  var productName: String {
    // Written by `describe`: metadata of a type, which is never freed.
    "\(unsafeBitCast(pointee.type!, to: Any.Type.self))"
  }

  /// The place of the declaration, as `Module/File.swift:12`.
  @inline(never)
  var place: String {
    "\(Self.text(pointee.file)):\(pointee.line)"
  }

  private var name: String { Self.text(pointee.name) }

  private var containerName: String { ContainerIdentity(bits: pointee.container).name }

  /// Without what follows a U+0001, which only tells factories of one name apart: see `FactoryName`
  /// of the module `Factory`.
  @inline(never)
  private static func text(_ start: UnsafePointer<UInt8>?) -> String {
    guard let start else { return "?" }
    var count = 0
    while start[count] > 1 { count += 1 }
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

extension UnsafeMutablePointer<factory_frame> {
  var factoryName: String { UnsafePointer(self).factoryName }
  var productName: String { UnsafePointer(self).productName }
  var place: String { UnsafePointer(self).place }
}

extension Trace {
  static func finish<T>(
    _ line: Line, _ frame: UnsafeMutablePointer<factory_frame>, _ value: T, _ isNew: Bool,
    _ override: String?
  ) {
    finish(line, UnsafePointer(frame), value, isNew, override)
  }
}
