// Factory, MIT licence; see LICENSE
//
// `import FactoryKit` is the one import that programs need: it makes everything in FactoryKitCore available,
// and adds the other kinds of factories, groups, child containers, shutdown, watching and SwiftUI.
@_exported public import FactoryKitCore
