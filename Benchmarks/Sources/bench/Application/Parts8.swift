// Factory, MIT licence; see LICENSE
//
// Parts of the application. Written by generate-application.
import FactoryKit

protocol Part100 {}
final class LivePart100: Part100 {
  let part160: any Part160
  init(_ part160: any Part160) {
    self.part160 = part160
  }
}
extension Application {
  var part100: Factory<any Part100> {
    self { LivePart100(self.part160()) }
  }
}

protocol Part101 {}
final class LivePart101: Part101 {
  let part161: any Part161
  init(_ part161: any Part161) {
    self.part161 = part161
  }
}
extension Application {
  var part101: Factory<any Part101> {
    self { LivePart101(self.part161()) }.cached
  }
}

protocol Part102 {}
final class LivePart102: Part102 {
  let part162: any Part162
  init(_ part162: any Part162) {
    self.part162 = part162
  }
}
extension Application {
  var part102: Factory<any Part102> {
    self { LivePart102(self.part162()) }
  }
}

protocol Part103 {}
final class LivePart103: Part103 {
  let part163: any Part163
  init(_ part163: any Part163) {
    self.part163 = part163
  }
}
extension Application {
  var part103: Factory<any Part103> {
    self { LivePart103(self.part163()) }.graph
  }
}

protocol Part104 {}
final class LivePart104: Part104 {
  let part164: any Part164
  init(_ part164: any Part164) {
    self.part164 = part164
  }
}
extension Application {
  var part104: Factory<any Part104> {
    self { LivePart104(self.part164()) }.singleton
  }
}

protocol Part105 {}
final class LivePart105: Part105 {
  let part165: any Part165
  init(_ part165: any Part165) {
    self.part165 = part165
  }
}
extension Application {
  var part105: Factory<any Part105> {
    self { LivePart105(self.part165()) }
  }
}

protocol Part106 {}
final class LivePart106: Part106 {
  let part166: any Part166
  init(_ part166: any Part166) {
    self.part166 = part166
  }
}
extension Application {
  var part106: Factory<any Part106> {
    self { LivePart106(self.part166()) }.shared
  }
}

protocol Part107 {}
final class LivePart107: Part107 {
  let part167: any Part167
  init(_ part167: any Part167) {
    self.part167 = part167
  }
}
extension Application {
  var part107: Factory<any Part107> {
    self { LivePart107(self.part167()) }.cached
  }
}

protocol Part108 {}
final class LivePart108: Part108 {
  let part168: any Part168
  init(_ part168: any Part168) {
    self.part168 = part168
  }
}
extension Application {
  var part108: Factory<any Part108> {
    self { LivePart108(self.part168()) }
  }
}

protocol Part109 {}
final class LivePart109: Part109 {
  let part169: any Part169
  init(_ part169: any Part169) {
    self.part169 = part169
  }
}
extension Application {
  var part109: Factory<any Part109> {
    self { LivePart109(self.part169()) }.graph
  }
}

protocol Part110 {}
final class LivePart110: Part110 {
  let part170: any Part170
  init(_ part170: any Part170) {
    self.part170 = part170
  }
}
extension Application {
  var part110: Factory<any Part110> {
    self { LivePart110(self.part170()) }
  }
}

protocol Part111 {}
final class LivePart111: Part111 {
  let part171: any Part171
  init(_ part171: any Part171) {
    self.part171 = part171
  }
}
extension Application {
  var part111: Factory<any Part111> {
    self { LivePart111(self.part171()) }.cached
  }
}

protocol Part112 {}
final class LivePart112: Part112 {
  let part172: any Part172
  init(_ part172: any Part172) {
    self.part172 = part172
  }
}
extension Application {
  var part112: Factory<any Part112> {
    self { LivePart112(self.part172()) }.singleton
  }
}

protocol Part113 {}
final class LivePart113: Part113 {
  let part173: any Part173
  init(_ part173: any Part173) {
    self.part173 = part173
  }
}
extension Application {
  var part113: Factory<any Part113> {
    self { LivePart113(self.part173()) }
  }
}

protocol Part114 {}
final class LivePart114: Part114 {
  let part174: any Part174
  init(_ part174: any Part174) {
    self.part174 = part174
  }
}
extension Application {
  var part114: Factory<any Part114> {
    self { LivePart114(self.part174()) }.graph
  }
}
