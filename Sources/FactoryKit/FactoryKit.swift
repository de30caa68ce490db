// Factory, MIT licence; see LICENSE
//
// `import FactoryKit` is the one import that programs need: it makes everything in FactoryKitCore available,
// and adds the other kinds of factories, groups, `required()` and `validate`, shutdown and warm-up, the recorder,
// previews and SwiftUI.
@_exported public import FactoryKitCore
