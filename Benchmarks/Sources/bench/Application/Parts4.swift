// Factory, MIT licence; see LICENSE
//
// Parts of the application. Written by generate-application.
import FactoryKit

protocol Part43 {}
final class LivePart43: Part43 {
  let part96: any Part96
  let part97: any Part97
  init(_ part96: any Part96, _ part97: any Part97) {
    self.part96 = part96
    self.part97 = part97
  }
}
extension Application {
  var part43: Factory<any Part43> {
    self { LivePart43(self.part96(), self.part97()) }.graph
  }
}

protocol Part44 {}
final class LivePart44: Part44 {
  let part98: any Part98
  let part99: any Part99
  init(_ part98: any Part98, _ part99: any Part99) {
    self.part98 = part98
    self.part99 = part99
  }
}
extension Application {
  var part44: Factory<any Part44> {
    self { LivePart44(self.part98(), self.part99()) }.singleton
  }
}

protocol Part45 {}
final class LivePart45: Part45 {
  let part100: any Part100
  let part101: any Part101
  init(_ part100: any Part100, _ part101: any Part101) {
    self.part100 = part100
    self.part101 = part101
  }
}
extension Application {
  var part45: Factory<any Part45> {
    self { LivePart45(self.part100(), self.part101()) }
  }
}

protocol Part46 {}
final class LivePart46: Part46 {
  let part102: any Part102
  let part103: any Part103
  init(_ part102: any Part102, _ part103: any Part103) {
    self.part102 = part102
    self.part103 = part103
  }
}
extension Application {
  var part46: Factory<any Part46> {
    self { LivePart46(self.part102(), self.part103()) }.shared
  }
}

protocol Part47 {}
final class LivePart47: Part47 {
  let part104: any Part104
  let part105: any Part105
  init(_ part104: any Part104, _ part105: any Part105) {
    self.part104 = part104
    self.part105 = part105
  }
}
extension Application {
  var part47: Factory<any Part47> {
    self { LivePart47(self.part104(), self.part105()) }.cached
  }
}

protocol Part48 {}
final class LivePart48: Part48 {
  let part106: any Part106
  let part107: any Part107
  init(_ part106: any Part106, _ part107: any Part107) {
    self.part106 = part106
    self.part107 = part107
  }
}
extension Application {
  var part48: Factory<any Part48> {
    self { LivePart48(self.part106(), self.part107()) }
  }
}

protocol Part49 {}
final class LivePart49: Part49 {
  let part108: any Part108
  let part109: any Part109
  init(_ part108: any Part108, _ part109: any Part109) {
    self.part108 = part108
    self.part109 = part109
  }
}
extension Application {
  var part49: Factory<any Part49> {
    self { LivePart49(self.part108(), self.part109()) }.graph
  }
}

protocol Part50 {}
final class LivePart50: Part50 {
  let part110: any Part110
  let part111: any Part111
  init(_ part110: any Part110, _ part111: any Part111) {
    self.part110 = part110
    self.part111 = part111
  }
}
extension Application {
  var part50: Factory<any Part50> {
    self { LivePart50(self.part110(), self.part111()) }
  }
}

protocol Part51 {}
final class LivePart51: Part51 {
  let part112: any Part112
  let part113: any Part113
  init(_ part112: any Part112, _ part113: any Part113) {
    self.part112 = part112
    self.part113 = part113
  }
}
extension Application {
  var part51: Factory<any Part51> {
    self { LivePart51(self.part112(), self.part113()) }.cached
  }
}

protocol Part52 {}
final class LivePart52: Part52 {
  let part114: any Part114
  let part115: any Part115
  init(_ part114: any Part114, _ part115: any Part115) {
    self.part114 = part114
    self.part115 = part115
  }
}
extension Application {
  var part52: Factory<any Part52> {
    self { LivePart52(self.part114(), self.part115()) }.singleton
  }
}

protocol Part53 {}
final class LivePart53: Part53 {
  let part116: any Part116
  let part117: any Part117
  init(_ part116: any Part116, _ part117: any Part117) {
    self.part116 = part116
    self.part117 = part117
  }
}
extension Application {
  var part53: Factory<any Part53> {
    self { LivePart53(self.part116(), self.part117()) }
  }
}

protocol Part54 {}
final class LivePart54: Part54 {
  let part118: any Part118
  let part119: any Part119
  init(_ part118: any Part118, _ part119: any Part119) {
    self.part118 = part118
    self.part119 = part119
  }
}
extension Application {
  var part54: Factory<any Part54> {
    self { LivePart54(self.part118(), self.part119()) }.graph
  }
}

protocol Part55 {}
final class LivePart55: Part55 {
  let part120: any Part120
  let part121: any Part121
  init(_ part120: any Part120, _ part121: any Part121) {
    self.part120 = part120
    self.part121 = part121
  }
}
extension Application {
  var part55: Factory<any Part55> {
    self { LivePart55(self.part120(), self.part121()) }.shared
  }
}

protocol Part56 {}
final class LivePart56: Part56 {
  let part122: any Part122
  let part123: any Part123
  init(_ part122: any Part122, _ part123: any Part123) {
    self.part122 = part122
    self.part123 = part123
  }
}
extension Application {
  var part56: Factory<any Part56> {
    self { LivePart56(self.part122(), self.part123()) }
  }
}

protocol Part57 {}
final class LivePart57: Part57 {
  let part124: any Part124
  let part125: any Part125
  init(_ part124: any Part124, _ part125: any Part125) {
    self.part124 = part124
    self.part125 = part125
  }
}
extension Application {
  var part57: Factory<any Part57> {
    self { LivePart57(self.part124(), self.part125()) }.cached
  }
}
