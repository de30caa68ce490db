// Factory, MIT licence; see LICENSE
//
// Parts of the application. Written by generate-application.
import FactoryKit

protocol Part143 {}
final class LivePart143: Part143 {
  let part153: any Part153
  init(_ part153: any Part153) {
    self.part153 = part153
  }
}
extension Application {
  var part143: Factory<any Part143> {
    self { LivePart143(self.part153()) }.graph
  }
}

protocol Part144 {}
final class LivePart144: Part144 {
  let part154: any Part154
  init(_ part154: any Part154) {
    self.part154 = part154
  }
}
extension Application {
  var part144: Factory<any Part144> {
    self { LivePart144(self.part154()) }.singleton
  }
}

protocol Part145 {}
final class LivePart145: Part145 {
  let part155: any Part155
  init(_ part155: any Part155) {
    self.part155 = part155
  }
}
extension Application {
  var part145: Factory<any Part145> {
    self { LivePart145(self.part155()) }
  }
}

protocol Part146 {}
final class LivePart146: Part146 {
  let part156: any Part156
  init(_ part156: any Part156) {
    self.part156 = part156
  }
}
extension Application {
  var part146: Factory<any Part146> {
    self { LivePart146(self.part156()) }.shared
  }
}

protocol Part147 {}
final class LivePart147: Part147 {
  let part157: any Part157
  init(_ part157: any Part157) {
    self.part157 = part157
  }
}
extension Application {
  var part147: Factory<any Part147> {
    self { LivePart147(self.part157()) }.cached
  }
}

protocol Part148 {}
final class LivePart148: Part148 {
  let part158: any Part158
  init(_ part158: any Part158) {
    self.part158 = part158
  }
}
extension Application {
  var part148: Factory<any Part148> {
    self { LivePart148(self.part158()) }
  }
}

protocol Part149 {}
final class LivePart149: Part149 {
  let part159: any Part159
  init(_ part159: any Part159) {
    self.part159 = part159
  }
}
extension Application {
  var part149: Factory<any Part149> {
    self { LivePart149(self.part159()) }.graph
  }
}

protocol Part150 {}
final class LivePart150: Part150 {}
extension Application {
  var part150: Factory<any Part150> {
    self { LivePart150() }
  }
}

protocol Part151 {}
final class LivePart151: Part151 {}
extension Application {
  var part151: Factory<any Part151> {
    self { LivePart151() }.cached
  }
}

protocol Part152 {}
final class LivePart152: Part152 {}
extension Application {
  var part152: Factory<any Part152> {
    self { LivePart152() }.singleton
  }
}

protocol Part153 {}
final class LivePart153: Part153 {}
extension Application {
  var part153: Factory<any Part153> {
    self { LivePart153() }
  }
}

protocol Part154 {}
final class LivePart154: Part154 {}
extension Application {
  var part154: Factory<any Part154> {
    self { LivePart154() }.graph
  }
}

protocol Part155 {}
final class LivePart155: Part155 {}
extension Application {
  var part155: Factory<any Part155> {
    self { LivePart155() }.shared
  }
}

protocol Part156 {}
final class LivePart156: Part156 {}
extension Application {
  var part156: Factory<any Part156> {
    self { LivePart156() }
  }
}

protocol Part157 {}
final class LivePart157: Part157 {}
extension Application {
  var part157: Factory<any Part157> {
    self { LivePart157() }.cached
  }
}
