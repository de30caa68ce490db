// Factory, MIT licence; see LICENSE
//
// What importing SwiftUI brings along.
@_exported import Combine
@_exported import Observation
