// Factory, MIT licence; see LICENSE
//
// Parts of the application. Written by generate-application.
import FactoryKit

protocol Part86 {}
final class LivePart86: Part86 {
  let part122: any Part122
  let part123: any Part123
  init(_ part122: any Part122, _ part123: any Part123) {
    self.part122 = part122
    self.part123 = part123
  }
}
extension Application {
  var part86: Factory<any Part86> {
    self { LivePart86(self.part122(), self.part123()) }.shared
  }
}

protocol Part87 {}
final class LivePart87: Part87 {
  let part124: any Part124
  let part125: any Part125
  init(_ part124: any Part124, _ part125: any Part125) {
    self.part124 = part124
    self.part125 = part125
  }
}
extension Application {
  var part87: Factory<any Part87> {
    self { LivePart87(self.part124(), self.part125()) }.cached
  }
}

protocol Part88 {}
final class LivePart88: Part88 {
  let part126: any Part126
  let part127: any Part127
  init(_ part126: any Part126, _ part127: any Part127) {
    self.part126 = part126
    self.part127 = part127
  }
}
extension Application {
  var part88: Factory<any Part88> {
    self { LivePart88(self.part126(), self.part127()) }
  }
}

protocol Part89 {}
final class LivePart89: Part89 {
  let part128: any Part128
  let part129: any Part129
  init(_ part128: any Part128, _ part129: any Part129) {
    self.part128 = part128
    self.part129 = part129
  }
}
extension Application {
  var part89: Factory<any Part89> {
    self { LivePart89(self.part128(), self.part129()) }.graph
  }
}

protocol Part90 {}
final class LivePart90: Part90 {
  let part150: any Part150
  init(_ part150: any Part150) {
    self.part150 = part150
  }
}
extension Application {
  var part90: Factory<any Part90> {
    self { LivePart90(self.part150()) }
  }
}

protocol Part91 {}
final class LivePart91: Part91 {
  let part151: any Part151
  init(_ part151: any Part151) {
    self.part151 = part151
  }
}
extension Application {
  var part91: Factory<any Part91> {
    self { LivePart91(self.part151()) }.cached
  }
}

protocol Part92 {}
final class LivePart92: Part92 {
  let part152: any Part152
  init(_ part152: any Part152) {
    self.part152 = part152
  }
}
extension Application {
  var part92: Factory<any Part92> {
    self { LivePart92(self.part152()) }.singleton
  }
}

protocol Part93 {}
final class LivePart93: Part93 {
  let part153: any Part153
  init(_ part153: any Part153) {
    self.part153 = part153
  }
}
extension Application {
  var part93: Factory<any Part93> {
    self { LivePart93(self.part153()) }
  }
}

protocol Part94 {}
final class LivePart94: Part94 {
  let part154: any Part154
  init(_ part154: any Part154) {
    self.part154 = part154
  }
}
extension Application {
  var part94: Factory<any Part94> {
    self { LivePart94(self.part154()) }.graph
  }
}

protocol Part95 {}
final class LivePart95: Part95 {
  let part155: any Part155
  init(_ part155: any Part155) {
    self.part155 = part155
  }
}
extension Application {
  var part95: Factory<any Part95> {
    self { LivePart95(self.part155()) }.shared
  }
}

protocol Part96 {}
final class LivePart96: Part96 {
  let part156: any Part156
  init(_ part156: any Part156) {
    self.part156 = part156
  }
}
extension Application {
  var part96: Factory<any Part96> {
    self { LivePart96(self.part156()) }
  }
}

protocol Part97 {}
final class LivePart97: Part97 {
  let part157: any Part157
  init(_ part157: any Part157) {
    self.part157 = part157
  }
}
extension Application {
  var part97: Factory<any Part97> {
    self { LivePart97(self.part157()) }.cached
  }
}

protocol Part98 {}
final class LivePart98: Part98 {
  let part158: any Part158
  init(_ part158: any Part158) {
    self.part158 = part158
  }
}
extension Application {
  var part98: Factory<any Part98> {
    self { LivePart98(self.part158()) }.singleton
  }
}

protocol Part99 {}
final class LivePart99: Part99 {
  let part159: any Part159
  init(_ part159: any Part159) {
    self.part159 = part159
  }
}
extension Application {
  var part99: Factory<any Part99> {
    self { LivePart99(self.part159()) }.graph
  }
}
