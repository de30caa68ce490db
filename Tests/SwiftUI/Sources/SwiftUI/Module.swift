// Factory, MIT licence; see LICENSE
//
// The modules that SwiftUI exports.
@_exported import Combine
@_exported import Observation
