// Factory, MIT licence; see LICENSE
//
// Lists whose indices the compiler tells apart.
/// The index of an element in its table. An index of one table cannot be used for another one.
public struct TableIndex<Element>: Hashable, Strideable, Sendable {
  let position: Int

  public init(_ position: Int) { self.position = position }

  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.position < rhs.position }
  public func distance(to other: Self) -> Int { other.position - position }
  public func advanced(by distance: Int) -> Self { Self(position + distance) }
}

/// A list of the files, the types, the factories or the like of a program.
public struct Table<Element>: RandomAccessCollection, MutableCollection {
  public typealias Index = TableIndex<Element>
  public typealias Indices = Range<TableIndex<Element>>

  private var elements: [Element]

  init(_ elements: [Element] = []) { self.elements = elements }

  public var startIndex: Index { TableIndex(0) }
  public var endIndex: Index { TableIndex(elements.count) }

  public subscript(index: Index) -> Element {
    get { elements[index.position] }
    // In place: to set a changed copy would copy what the element contains, such as the members of a
    // type with thousands of them.
    _modify { yield &elements[index.position] }
  }

  /// Adds an element, and returns its index.
  @discardableResult
  mutating func append(_ element: Element) -> Index {
    elements.append(element)
    return Index(elements.count - 1)
  }

  /// The elements with their indices.
  var indexed: Zip2Sequence<Indices, Self> { zip(indices, self) }
}

extension Table: Sendable where Element: Sendable {}

/// The files and modules that `ProgramLoader` reads are arrays, of which a program makes tables.
extension Array {
  public subscript(index: TableIndex<Element>) -> Element {
    get { self[index.position] }
    set { self[index.position] = newValue }
  }
}
