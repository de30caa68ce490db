// Factory, MIT licence; see LICENSE
//
// 1.x containers under a name that a file importing FactoryKit can use.
import Factory

typealias Statics = Container
