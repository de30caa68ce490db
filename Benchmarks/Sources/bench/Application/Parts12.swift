// Factory, MIT licence; see LICENSE
//
// Parts of the application. Written by generate-application.
import FactoryKit

protocol Part158 {}
final class LivePart158: Part158 {}
extension Application {
  var part158: Factory<any Part158> {
    self { LivePart158() }.singleton
  }
}

protocol Part159 {}
final class LivePart159: Part159 {}
extension Application {
  var part159: Factory<any Part159> {
    self { LivePart159() }.graph
  }
}

protocol Part160 {}
final class LivePart160: Part160 {}
extension Application {
  var part160: Factory<any Part160> {
    self { LivePart160() }
  }
}

protocol Part161 {}
final class LivePart161: Part161 {}
extension Application {
  var part161: Factory<any Part161> {
    self { LivePart161() }.cached
  }
}

protocol Part162 {}
final class LivePart162: Part162 {}
extension Application {
  var part162: Factory<any Part162> {
    self { LivePart162() }
  }
}

protocol Part163 {}
final class LivePart163: Part163 {}
extension Application {
  var part163: Factory<any Part163> {
    self { LivePart163() }.graph
  }
}

protocol Part164 {}
final class LivePart164: Part164 {}
extension Application {
  var part164: Factory<any Part164> {
    self { LivePart164() }.singleton
  }
}

protocol Part165 {}
final class LivePart165: Part165 {}
extension Application {
  var part165: Factory<any Part165> {
    self { LivePart165() }
  }
}

protocol Part166 {}
final class LivePart166: Part166 {}
extension Application {
  var part166: Factory<any Part166> {
    self { LivePart166() }.shared
  }
}

protocol Part167 {}
final class LivePart167: Part167 {}
extension Application {
  var part167: Factory<any Part167> {
    self { LivePart167() }.cached
  }
}

protocol Part168 {}
final class LivePart168: Part168 {}
extension Application {
  var part168: Factory<any Part168> {
    self { LivePart168() }
  }
}

protocol Part169 {}
final class LivePart169: Part169 {}
extension Application {
  var part169: Factory<any Part169> {
    self { LivePart169() }.graph
  }
}

protocol Part170 {}
final class LivePart170: Part170 {}
extension Application {
  var part170: Factory<any Part170> {
    self { LivePart170() }
  }
}

protocol Part171 {}
final class LivePart171: Part171 {}
extension Application {
  var part171: Factory<any Part171> {
    self { LivePart171() }.cached
  }
}
