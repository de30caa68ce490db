// Factory, MIT licence; see LICENSE
//
// Parts of the application. Written by generate-application.
import FactoryKit

protocol Part15 {}
final class LivePart15: Part15 {
  let part50: any Part50
  let part51: any Part51
  init(_ part50: any Part50, _ part51: any Part51) {
    self.part50 = part50
    self.part51 = part51
  }
}
extension Application {
  var part15: Factory<any Part15> {
    self { LivePart15(self.part50(), self.part51()) }.shared
  }
}

protocol Part16 {}
final class LivePart16: Part16 {
  let part52: any Part52
  let part53: any Part53
  init(_ part52: any Part52, _ part53: any Part53) {
    self.part52 = part52
    self.part53 = part53
  }
}
extension Application {
  var part16: Factory<any Part16> {
    self { LivePart16(self.part52(), self.part53()) }
  }
}

protocol Part17 {}
final class LivePart17: Part17 {
  let part54: any Part54
  let part55: any Part55
  init(_ part54: any Part54, _ part55: any Part55) {
    self.part54 = part54
    self.part55 = part55
  }
}
extension Application {
  var part17: Factory<any Part17> {
    self { LivePart17(self.part54(), self.part55()) }.cached
  }
}

protocol Part18 {}
final class LivePart18: Part18 {
  let part56: any Part56
  let part57: any Part57
  init(_ part56: any Part56, _ part57: any Part57) {
    self.part56 = part56
    self.part57 = part57
  }
}
extension Application {
  var part18: Factory<any Part18> {
    self { LivePart18(self.part56(), self.part57()) }.singleton
  }
}

protocol Part19 {}
final class LivePart19: Part19 {
  let part58: any Part58
  let part59: any Part59
  init(_ part58: any Part58, _ part59: any Part59) {
    self.part58 = part58
    self.part59 = part59
  }
}
extension Application {
  var part19: Factory<any Part19> {
    self { LivePart19(self.part58(), self.part59()) }.graph
  }
}

protocol Part20 {}
final class LivePart20: Part20 {
  let part60: any Part60
  let part61: any Part61
  init(_ part60: any Part60, _ part61: any Part61) {
    self.part60 = part60
    self.part61 = part61
  }
}
extension Application {
  var part20: Factory<any Part20> {
    self { LivePart20(self.part60(), self.part61()) }
  }
}

protocol Part21 {}
final class LivePart21: Part21 {
  let part62: any Part62
  let part63: any Part63
  init(_ part62: any Part62, _ part63: any Part63) {
    self.part62 = part62
    self.part63 = part63
  }
}
extension Application {
  var part21: Factory<any Part21> {
    self { LivePart21(self.part62(), self.part63()) }.cached
  }
}

protocol Part22 {}
final class LivePart22: Part22 {
  let part64: any Part64
  let part65: any Part65
  init(_ part64: any Part64, _ part65: any Part65) {
    self.part64 = part64
    self.part65 = part65
  }
}
extension Application {
  var part22: Factory<any Part22> {
    self { LivePart22(self.part64(), self.part65()) }
  }
}

protocol Part23 {}
final class LivePart23: Part23 {
  let part66: any Part66
  let part67: any Part67
  init(_ part66: any Part66, _ part67: any Part67) {
    self.part66 = part66
    self.part67 = part67
  }
}
extension Application {
  var part23: Factory<any Part23> {
    self { LivePart23(self.part66(), self.part67()) }.graph
  }
}

protocol Part24 {}
final class LivePart24: Part24 {
  let part68: any Part68
  let part69: any Part69
  init(_ part68: any Part68, _ part69: any Part69) {
    self.part68 = part68
    self.part69 = part69
  }
}
extension Application {
  var part24: Factory<any Part24> {
    self { LivePart24(self.part68(), self.part69()) }.singleton
  }
}

protocol Part25 {}
final class LivePart25: Part25 {
  let part70: any Part70
  let part71: any Part71
  init(_ part70: any Part70, _ part71: any Part71) {
    self.part70 = part70
    self.part71 = part71
  }
}
extension Application {
  var part25: Factory<any Part25> {
    self { LivePart25(self.part70(), self.part71()) }
  }
}

protocol Part26 {}
final class LivePart26: Part26 {
  let part72: any Part72
  let part73: any Part73
  init(_ part72: any Part72, _ part73: any Part73) {
    self.part72 = part72
    self.part73 = part73
  }
}
extension Application {
  var part26: Factory<any Part26> {
    self { LivePart26(self.part72(), self.part73()) }.shared
  }
}

protocol Part27 {}
final class LivePart27: Part27 {
  let part74: any Part74
  let part75: any Part75
  init(_ part74: any Part74, _ part75: any Part75) {
    self.part74 = part74
    self.part75 = part75
  }
}
extension Application {
  var part27: Factory<any Part27> {
    self { LivePart27(self.part74(), self.part75()) }.cached
  }
}

protocol Part28 {}
final class LivePart28: Part28 {
  let part76: any Part76
  let part77: any Part77
  init(_ part76: any Part76, _ part77: any Part77) {
    self.part76 = part76
    self.part77 = part77
  }
}
extension Application {
  var part28: Factory<any Part28> {
    self { LivePart28(self.part76(), self.part77()) }
  }
}
