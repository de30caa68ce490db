// Factory, MIT licence; see LICENSE
//
// Parts of the application. Written by generate-application.
import FactoryKit

protocol Part29 {}
final class LivePart29: Part29 {
  let part78: any Part78
  let part79: any Part79
  init(_ part78: any Part78, _ part79: any Part79) {
    self.part78 = part78
    self.part79 = part79
  }
}
extension Application {
  var part29: Factory<any Part29> {
    self { LivePart29(self.part78(), self.part79()) }.graph
  }
}

protocol Part30 {}
final class LivePart30: Part30 {
  let part80: any Part80
  let part81: any Part81
  init(_ part80: any Part80, _ part81: any Part81) {
    self.part80 = part80
    self.part81 = part81
  }
}
extension Application {
  var part30: Factory<any Part30> {
    self { LivePart30(self.part80(), self.part81()) }
  }
}

protocol Part31 {}
final class LivePart31: Part31 {
  let part82: any Part82
  let part83: any Part83
  init(_ part82: any Part82, _ part83: any Part83) {
    self.part82 = part82
    self.part83 = part83
  }
}
extension Application {
  var part31: Factory<any Part31> {
    self { LivePart31(self.part82(), self.part83()) }.cached
  }
}

protocol Part32 {}
final class LivePart32: Part32 {
  let part84: any Part84
  let part85: any Part85
  init(_ part84: any Part84, _ part85: any Part85) {
    self.part84 = part84
    self.part85 = part85
  }
}
extension Application {
  var part32: Factory<any Part32> {
    self { LivePart32(self.part84(), self.part85()) }.singleton
  }
}

protocol Part33 {}
final class LivePart33: Part33 {
  let part86: any Part86
  let part87: any Part87
  init(_ part86: any Part86, _ part87: any Part87) {
    self.part86 = part86
    self.part87 = part87
  }
}
extension Application {
  var part33: Factory<any Part33> {
    self { LivePart33(self.part86(), self.part87()) }
  }
}

protocol Part34 {}
final class LivePart34: Part34 {
  let part88: any Part88
  let part89: any Part89
  init(_ part88: any Part88, _ part89: any Part89) {
    self.part88 = part88
    self.part89 = part89
  }
}
extension Application {
  var part34: Factory<any Part34> {
    self { LivePart34(self.part88(), self.part89()) }.graph
  }
}

protocol Part35 {}
final class LivePart35: Part35 {
  let part40: any Part40
  let part41: any Part41
  init(_ part40: any Part40, _ part41: any Part41) {
    self.part40 = part40
    self.part41 = part41
  }
}
extension Application {
  var part35: Factory<any Part35> {
    self { LivePart35(self.part40(), self.part41()) }.shared
  }
}

protocol Part36 {}
final class LivePart36: Part36 {
  let part42: any Part42
  let part43: any Part43
  init(_ part42: any Part42, _ part43: any Part43) {
    self.part42 = part42
    self.part43 = part43
  }
}
extension Application {
  var part36: Factory<any Part36> {
    self { LivePart36(self.part42(), self.part43()) }
  }
}

protocol Part37 {}
final class LivePart37: Part37 {
  let part44: any Part44
  let part45: any Part45
  init(_ part44: any Part44, _ part45: any Part45) {
    self.part44 = part44
    self.part45 = part45
  }
}
extension Application {
  var part37: Factory<any Part37> {
    self { LivePart37(self.part44(), self.part45()) }.cached
  }
}

protocol Part38 {}
final class LivePart38: Part38 {
  let part46: any Part46
  let part47: any Part47
  init(_ part46: any Part46, _ part47: any Part47) {
    self.part46 = part46
    self.part47 = part47
  }
}
extension Application {
  var part38: Factory<any Part38> {
    self { LivePart38(self.part46(), self.part47()) }.singleton
  }
}

protocol Part39 {}
final class LivePart39: Part39 {
  let part48: any Part48
  let part49: any Part49
  init(_ part48: any Part48, _ part49: any Part49) {
    self.part48 = part48
    self.part49 = part49
  }
}
extension Application {
  var part39: Factory<any Part39> {
    self { LivePart39(self.part48(), self.part49()) }.graph
  }
}

protocol Part40 {}
final class LivePart40: Part40 {
  let part90: any Part90
  let part91: any Part91
  init(_ part90: any Part90, _ part91: any Part91) {
    self.part90 = part90
    self.part91 = part91
  }
}
extension Application {
  var part40: Factory<any Part40> {
    self { LivePart40(self.part90(), self.part91()) }
  }
}

protocol Part41 {}
final class LivePart41: Part41 {
  let part92: any Part92
  let part93: any Part93
  init(_ part92: any Part92, _ part93: any Part93) {
    self.part92 = part92
    self.part93 = part93
  }
}
extension Application {
  var part41: Factory<any Part41> {
    self { LivePart41(self.part92(), self.part93()) }.cached
  }
}

protocol Part42 {}
final class LivePart42: Part42 {
  let part94: any Part94
  let part95: any Part95
  init(_ part94: any Part94, _ part95: any Part95) {
    self.part94 = part94
    self.part95 = part95
  }
}
extension Application {
  var part42: Factory<any Part42> {
    self { LivePart42(self.part94(), self.part95()) }
  }
}
