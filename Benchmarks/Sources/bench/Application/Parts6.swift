// Factory, MIT licence; see LICENSE
//
// Parts of the application. Written by generate-application.
import FactoryKit

protocol Part72 {}
final class LivePart72: Part72 {
  let part94: any Part94
  let part95: any Part95
  init(_ part94: any Part94, _ part95: any Part95) {
    self.part94 = part94
    self.part95 = part95
  }
}
extension Application {
  var part72: Factory<any Part72> {
    self { LivePart72(self.part94(), self.part95()) }.singleton
  }
}

protocol Part73 {}
final class LivePart73: Part73 {
  let part96: any Part96
  let part97: any Part97
  init(_ part96: any Part96, _ part97: any Part97) {
    self.part96 = part96
    self.part97 = part97
  }
}
extension Application {
  var part73: Factory<any Part73> {
    self { LivePart73(self.part96(), self.part97()) }
  }
}

protocol Part74 {}
final class LivePart74: Part74 {
  let part98: any Part98
  let part99: any Part99
  init(_ part98: any Part98, _ part99: any Part99) {
    self.part98 = part98
    self.part99 = part99
  }
}
extension Application {
  var part74: Factory<any Part74> {
    self { LivePart74(self.part98(), self.part99()) }.graph
  }
}

protocol Part75 {}
final class LivePart75: Part75 {
  let part100: any Part100
  let part101: any Part101
  init(_ part100: any Part100, _ part101: any Part101) {
    self.part100 = part100
    self.part101 = part101
  }
}
extension Application {
  var part75: Factory<any Part75> {
    self { LivePart75(self.part100(), self.part101()) }.shared
  }
}

protocol Part76 {}
final class LivePart76: Part76 {
  let part102: any Part102
  let part103: any Part103
  init(_ part102: any Part102, _ part103: any Part103) {
    self.part102 = part102
    self.part103 = part103
  }
}
extension Application {
  var part76: Factory<any Part76> {
    self { LivePart76(self.part102(), self.part103()) }
  }
}

protocol Part77 {}
final class LivePart77: Part77 {
  let part104: any Part104
  let part105: any Part105
  init(_ part104: any Part104, _ part105: any Part105) {
    self.part104 = part104
    self.part105 = part105
  }
}
extension Application {
  var part77: Factory<any Part77> {
    self { LivePart77(self.part104(), self.part105()) }.cached
  }
}

protocol Part78 {}
final class LivePart78: Part78 {
  let part106: any Part106
  let part107: any Part107
  init(_ part106: any Part106, _ part107: any Part107) {
    self.part106 = part106
    self.part107 = part107
  }
}
extension Application {
  var part78: Factory<any Part78> {
    self { LivePart78(self.part106(), self.part107()) }.singleton
  }
}

protocol Part79 {}
final class LivePart79: Part79 {
  let part108: any Part108
  let part109: any Part109
  init(_ part108: any Part108, _ part109: any Part109) {
    self.part108 = part108
    self.part109 = part109
  }
}
extension Application {
  var part79: Factory<any Part79> {
    self { LivePart79(self.part108(), self.part109()) }.graph
  }
}

protocol Part80 {}
final class LivePart80: Part80 {
  let part110: any Part110
  let part111: any Part111
  init(_ part110: any Part110, _ part111: any Part111) {
    self.part110 = part110
    self.part111 = part111
  }
}
extension Application {
  var part80: Factory<any Part80> {
    self { LivePart80(self.part110(), self.part111()) }
  }
}

protocol Part81 {}
final class LivePart81: Part81 {
  let part112: any Part112
  let part113: any Part113
  init(_ part112: any Part112, _ part113: any Part113) {
    self.part112 = part112
    self.part113 = part113
  }
}
extension Application {
  var part81: Factory<any Part81> {
    self { LivePart81(self.part112(), self.part113()) }.cached
  }
}

protocol Part82 {}
final class LivePart82: Part82 {
  let part114: any Part114
  let part115: any Part115
  init(_ part114: any Part114, _ part115: any Part115) {
    self.part114 = part114
    self.part115 = part115
  }
}
extension Application {
  var part82: Factory<any Part82> {
    self { LivePart82(self.part114(), self.part115()) }
  }
}

protocol Part83 {}
final class LivePart83: Part83 {
  let part116: any Part116
  let part117: any Part117
  init(_ part116: any Part116, _ part117: any Part117) {
    self.part116 = part116
    self.part117 = part117
  }
}
extension Application {
  var part83: Factory<any Part83> {
    self { LivePart83(self.part116(), self.part117()) }.graph
  }
}

protocol Part84 {}
final class LivePart84: Part84 {
  let part118: any Part118
  let part119: any Part119
  init(_ part118: any Part118, _ part119: any Part119) {
    self.part118 = part118
    self.part119 = part119
  }
}
extension Application {
  var part84: Factory<any Part84> {
    self { LivePart84(self.part118(), self.part119()) }.singleton
  }
}

protocol Part85 {}
final class LivePart85: Part85 {
  let part120: any Part120
  let part121: any Part121
  init(_ part120: any Part120, _ part121: any Part121) {
    self.part120 = part120
    self.part121 = part121
  }
}
extension Application {
  var part85: Factory<any Part85> {
    self { LivePart85(self.part120(), self.part121()) }
  }
}
