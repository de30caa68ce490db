// Factory, MIT licence; see LICENSE
//
// Parts of the application. Written by generate-application.
import FactoryKit

protocol Part115 {}
final class LivePart115: Part115 {
  let part175: any Part175
  init(_ part175: any Part175) {
    self.part175 = part175
  }
}
extension Application {
  var part115: Factory<any Part115> {
    self { LivePart115(self.part175()) }.shared
  }
}

protocol Part116 {}
final class LivePart116: Part116 {
  let part176: any Part176
  init(_ part176: any Part176) {
    self.part176 = part176
  }
}
extension Application {
  var part116: Factory<any Part116> {
    self { LivePart116(self.part176()) }
  }
}

protocol Part117 {}
final class LivePart117: Part117 {
  let part177: any Part177
  init(_ part177: any Part177) {
    self.part177 = part177
  }
}
extension Application {
  var part117: Factory<any Part117> {
    self { LivePart117(self.part177()) }.cached
  }
}

protocol Part118 {}
final class LivePart118: Part118 {
  let part178: any Part178
  init(_ part178: any Part178) {
    self.part178 = part178
  }
}
extension Application {
  var part118: Factory<any Part118> {
    self { LivePart118(self.part178()) }.singleton
  }
}

protocol Part119 {}
final class LivePart119: Part119 {
  let part179: any Part179
  init(_ part179: any Part179) {
    self.part179 = part179
  }
}
extension Application {
  var part119: Factory<any Part119> {
    self { LivePart119(self.part179()) }.graph
  }
}

protocol Part120 {}
final class LivePart120: Part120 {
  let part180: any Part180
  init(_ part180: any Part180) {
    self.part180 = part180
  }
}
extension Application {
  var part120: Factory<any Part120> {
    self { LivePart120(self.part180()) }
  }
}

protocol Part121 {}
final class LivePart121: Part121 {
  let part181: any Part181
  init(_ part181: any Part181) {
    self.part181 = part181
  }
}
extension Application {
  var part121: Factory<any Part121> {
    self { LivePart121(self.part181()) }.cached
  }
}

protocol Part122 {}
final class LivePart122: Part122 {
  let part182: any Part182
  init(_ part182: any Part182) {
    self.part182 = part182
  }
}
extension Application {
  var part122: Factory<any Part122> {
    self { LivePart122(self.part182()) }
  }
}

protocol Part123 {}
final class LivePart123: Part123 {
  let part183: any Part183
  init(_ part183: any Part183) {
    self.part183 = part183
  }
}
extension Application {
  var part123: Factory<any Part123> {
    self { LivePart123(self.part183()) }.graph
  }
}

protocol Part124 {}
final class LivePart124: Part124 {
  let part184: any Part184
  init(_ part184: any Part184) {
    self.part184 = part184
  }
}
extension Application {
  var part124: Factory<any Part124> {
    self { LivePart124(self.part184()) }.singleton
  }
}

protocol Part125 {}
final class LivePart125: Part125 {
  let part185: any Part185
  init(_ part185: any Part185) {
    self.part185 = part185
  }
}
extension Application {
  var part125: Factory<any Part125> {
    self { LivePart125(self.part185()) }
  }
}

protocol Part126 {}
final class LivePart126: Part126 {
  let part186: any Part186
  init(_ part186: any Part186) {
    self.part186 = part186
  }
}
extension Application {
  var part126: Factory<any Part126> {
    self { LivePart126(self.part186()) }.shared
  }
}

protocol Part127 {}
final class LivePart127: Part127 {
  let part187: any Part187
  init(_ part187: any Part187) {
    self.part187 = part187
  }
}
extension Application {
  var part127: Factory<any Part127> {
    self { LivePart127(self.part187()) }.cached
  }
}

protocol Part128 {}
final class LivePart128: Part128 {
  let part188: any Part188
  init(_ part188: any Part188) {
    self.part188 = part188
  }
}
extension Application {
  var part128: Factory<any Part128> {
    self { LivePart128(self.part188()) }
  }
}
