// Factory, MIT licence; see LICENSE
//
// A 3.0 type under a name of its own, for a file that imports `Factory`.
import FactoryKit
import Modern

public typealias FactoryOfReceipts = ParameterFactory<Int, Greeting>
