// Factory, MIT licence; see LICENSE
//
// Parts of the application. Written by generate-application.
import FactoryKit

protocol Part129 {}
final class LivePart129: Part129 {
  let part189: any Part189
  init(_ part189: any Part189) {
    self.part189 = part189
  }
}
extension Application {
  var part129: Factory<any Part129> {
    self { LivePart129(self.part189()) }.graph
  }
}

protocol Part130 {}
final class LivePart130: Part130 {
  let part190: any Part190
  init(_ part190: any Part190) {
    self.part190 = part190
  }
}
extension Application {
  var part130: Factory<any Part130> {
    self { LivePart130(self.part190()) }
  }
}

protocol Part131 {}
final class LivePart131: Part131 {
  let part191: any Part191
  init(_ part191: any Part191) {
    self.part191 = part191
  }
}
extension Application {
  var part131: Factory<any Part131> {
    self { LivePart131(self.part191()) }.cached
  }
}

protocol Part132 {}
final class LivePart132: Part132 {
  let part192: any Part192
  init(_ part192: any Part192) {
    self.part192 = part192
  }
}
extension Application {
  var part132: Factory<any Part132> {
    self { LivePart132(self.part192()) }.singleton
  }
}

protocol Part133 {}
final class LivePart133: Part133 {
  let part193: any Part193
  init(_ part193: any Part193) {
    self.part193 = part193
  }
}
extension Application {
  var part133: Factory<any Part133> {
    self { LivePart133(self.part193()) }
  }
}

protocol Part134 {}
final class LivePart134: Part134 {
  let part194: any Part194
  init(_ part194: any Part194) {
    self.part194 = part194
  }
}
extension Application {
  var part134: Factory<any Part134> {
    self { LivePart134(self.part194()) }.graph
  }
}

protocol Part135 {}
final class LivePart135: Part135 {
  let part195: any Part195
  init(_ part195: any Part195) {
    self.part195 = part195
  }
}
extension Application {
  var part135: Factory<any Part135> {
    self { LivePart135(self.part195()) }.shared
  }
}

protocol Part136 {}
final class LivePart136: Part136 {
  let part196: any Part196
  init(_ part196: any Part196) {
    self.part196 = part196
  }
}
extension Application {
  var part136: Factory<any Part136> {
    self { LivePart136(self.part196()) }
  }
}

protocol Part137 {}
final class LivePart137: Part137 {
  let part197: any Part197
  init(_ part197: any Part197) {
    self.part197 = part197
  }
}
extension Application {
  var part137: Factory<any Part137> {
    self { LivePart137(self.part197()) }.cached
  }
}

protocol Part138 {}
final class LivePart138: Part138 {
  let part198: any Part198
  init(_ part198: any Part198) {
    self.part198 = part198
  }
}
extension Application {
  var part138: Factory<any Part138> {
    self { LivePart138(self.part198()) }.singleton
  }
}

protocol Part139 {}
final class LivePart139: Part139 {
  let part199: any Part199
  init(_ part199: any Part199) {
    self.part199 = part199
  }
}
extension Application {
  var part139: Factory<any Part139> {
    self { LivePart139(self.part199()) }.graph
  }
}

protocol Part140 {}
final class LivePart140: Part140 {
  let part150: any Part150
  init(_ part150: any Part150) {
    self.part150 = part150
  }
}
extension Application {
  var part140: Factory<any Part140> {
    self { LivePart140(self.part150()) }
  }
}

protocol Part141 {}
final class LivePart141: Part141 {
  let part151: any Part151
  init(_ part151: any Part151) {
    self.part151 = part151
  }
}
extension Application {
  var part141: Factory<any Part141> {
    self { LivePart141(self.part151()) }.cached
  }
}

protocol Part142 {}
final class LivePart142: Part142 {
  let part152: any Part152
  init(_ part152: any Part152) {
    self.part152 = part152
  }
}
extension Application {
  var part142: Factory<any Part142> {
    self { LivePart142(self.part152()) }
  }
}
