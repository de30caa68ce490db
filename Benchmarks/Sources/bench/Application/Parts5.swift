// Factory, MIT licence; see LICENSE
//
// Parts of the application. Written by generate-application.
import FactoryKit

protocol Part58 {}
final class LivePart58: Part58 {
  let part126: any Part126
  let part127: any Part127
  init(_ part126: any Part126, _ part127: any Part127) {
    self.part126 = part126
    self.part127 = part127
  }
}
extension Application {
  var part58: Factory<any Part58> {
    self { LivePart58(self.part126(), self.part127()) }.singleton
  }
}

protocol Part59 {}
final class LivePart59: Part59 {
  let part128: any Part128
  let part129: any Part129
  init(_ part128: any Part128, _ part129: any Part129) {
    self.part128 = part128
    self.part129 = part129
  }
}
extension Application {
  var part59: Factory<any Part59> {
    self { LivePart59(self.part128(), self.part129()) }.graph
  }
}

protocol Part60 {}
final class LivePart60: Part60 {
  let part130: any Part130
  let part131: any Part131
  init(_ part130: any Part130, _ part131: any Part131) {
    self.part130 = part130
    self.part131 = part131
  }
}
extension Application {
  var part60: Factory<any Part60> {
    self { LivePart60(self.part130(), self.part131()) }
  }
}

protocol Part61 {}
final class LivePart61: Part61 {
  let part132: any Part132
  let part133: any Part133
  init(_ part132: any Part132, _ part133: any Part133) {
    self.part132 = part132
    self.part133 = part133
  }
}
extension Application {
  var part61: Factory<any Part61> {
    self { LivePart61(self.part132(), self.part133()) }.cached
  }
}

protocol Part62 {}
final class LivePart62: Part62 {
  let part134: any Part134
  let part135: any Part135
  init(_ part134: any Part134, _ part135: any Part135) {
    self.part134 = part134
    self.part135 = part135
  }
}
extension Application {
  var part62: Factory<any Part62> {
    self { LivePart62(self.part134(), self.part135()) }
  }
}

protocol Part63 {}
final class LivePart63: Part63 {
  let part136: any Part136
  let part137: any Part137
  init(_ part136: any Part136, _ part137: any Part137) {
    self.part136 = part136
    self.part137 = part137
  }
}
extension Application {
  var part63: Factory<any Part63> {
    self { LivePart63(self.part136(), self.part137()) }.graph
  }
}

protocol Part64 {}
final class LivePart64: Part64 {
  let part138: any Part138
  let part139: any Part139
  init(_ part138: any Part138, _ part139: any Part139) {
    self.part138 = part138
    self.part139 = part139
  }
}
extension Application {
  var part64: Factory<any Part64> {
    self { LivePart64(self.part138(), self.part139()) }.singleton
  }
}

protocol Part65 {}
final class LivePart65: Part65 {
  let part140: any Part140
  let part141: any Part141
  init(_ part140: any Part140, _ part141: any Part141) {
    self.part140 = part140
    self.part141 = part141
  }
}
extension Application {
  var part65: Factory<any Part65> {
    self { LivePart65(self.part140(), self.part141()) }
  }
}

protocol Part66 {}
final class LivePart66: Part66 {
  let part142: any Part142
  let part143: any Part143
  init(_ part142: any Part142, _ part143: any Part143) {
    self.part142 = part142
    self.part143 = part143
  }
}
extension Application {
  var part66: Factory<any Part66> {
    self { LivePart66(self.part142(), self.part143()) }.shared
  }
}

protocol Part67 {}
final class LivePart67: Part67 {
  let part144: any Part144
  let part145: any Part145
  init(_ part144: any Part144, _ part145: any Part145) {
    self.part144 = part144
    self.part145 = part145
  }
}
extension Application {
  var part67: Factory<any Part67> {
    self { LivePart67(self.part144(), self.part145()) }.cached
  }
}

protocol Part68 {}
final class LivePart68: Part68 {
  let part146: any Part146
  let part147: any Part147
  init(_ part146: any Part146, _ part147: any Part147) {
    self.part146 = part146
    self.part147 = part147
  }
}
extension Application {
  var part68: Factory<any Part68> {
    self { LivePart68(self.part146(), self.part147()) }
  }
}

protocol Part69 {}
final class LivePart69: Part69 {
  let part148: any Part148
  let part149: any Part149
  init(_ part148: any Part148, _ part149: any Part149) {
    self.part148 = part148
    self.part149 = part149
  }
}
extension Application {
  var part69: Factory<any Part69> {
    self { LivePart69(self.part148(), self.part149()) }.graph
  }
}

protocol Part70 {}
final class LivePart70: Part70 {
  let part90: any Part90
  let part91: any Part91
  init(_ part90: any Part90, _ part91: any Part91) {
    self.part90 = part90
    self.part91 = part91
  }
}
extension Application {
  var part70: Factory<any Part70> {
    self { LivePart70(self.part90(), self.part91()) }
  }
}

protocol Part71 {}
final class LivePart71: Part71 {
  let part92: any Part92
  let part93: any Part93
  init(_ part92: any Part92, _ part93: any Part93) {
    self.part92 = part92
    self.part93 = part93
  }
}
extension Application {
  var part71: Factory<any Part71> {
    self { LivePart71(self.part92(), self.part93()) }.cached
  }
}
