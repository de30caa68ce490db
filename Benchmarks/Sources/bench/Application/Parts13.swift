// Factory, MIT licence; see LICENSE
//
// Parts of the application. Written by generate-application.
import FactoryKit

protocol Part172 {}
final class LivePart172: Part172 {}
extension Application {
  var part172: Factory<any Part172> {
    self { LivePart172() }.singleton
  }
}

protocol Part173 {}
final class LivePart173: Part173 {}
extension Application {
  var part173: Factory<any Part173> {
    self { LivePart173() }
  }
}

protocol Part174 {}
final class LivePart174: Part174 {}
extension Application {
  var part174: Factory<any Part174> {
    self { LivePart174() }.graph
  }
}

protocol Part175 {}
final class LivePart175: Part175 {}
extension Application {
  var part175: Factory<any Part175> {
    self { LivePart175() }.shared
  }
}

protocol Part176 {}
final class LivePart176: Part176 {}
extension Application {
  var part176: Factory<any Part176> {
    self { LivePart176() }
  }
}

protocol Part177 {}
final class LivePart177: Part177 {}
extension Application {
  var part177: Factory<any Part177> {
    self { LivePart177() }.cached
  }
}

protocol Part178 {}
final class LivePart178: Part178 {}
extension Application {
  var part178: Factory<any Part178> {
    self { LivePart178() }.singleton
  }
}

protocol Part179 {}
final class LivePart179: Part179 {}
extension Application {
  var part179: Factory<any Part179> {
    self { LivePart179() }.graph
  }
}

protocol Part180 {}
final class LivePart180: Part180 {}
extension Application {
  var part180: Factory<any Part180> {
    self { LivePart180() }
  }
}

protocol Part181 {}
final class LivePart181: Part181 {}
extension Application {
  var part181: Factory<any Part181> {
    self { LivePart181() }.cached
  }
}

protocol Part182 {}
final class LivePart182: Part182 {}
extension Application {
  var part182: Factory<any Part182> {
    self { LivePart182() }
  }
}

protocol Part183 {}
final class LivePart183: Part183 {}
extension Application {
  var part183: Factory<any Part183> {
    self { LivePart183() }.graph
  }
}

protocol Part184 {}
final class LivePart184: Part184 {}
extension Application {
  var part184: Factory<any Part184> {
    self { LivePart184() }.singleton
  }
}

protocol Part185 {}
final class LivePart185: Part185 {}
extension Application {
  var part185: Factory<any Part185> {
    self { LivePart185() }
  }
}
