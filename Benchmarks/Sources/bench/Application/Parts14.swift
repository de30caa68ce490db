// Factory, MIT licence; see LICENSE
//
// Parts of the application. Written by generate-application.
import FactoryKit

protocol Part186 {}
final class LivePart186: Part186 {}
extension Application {
  var part186: Factory<any Part186> {
    self { LivePart186() }.shared
  }
}

protocol Part187 {}
final class LivePart187: Part187 {}
extension Application {
  var part187: Factory<any Part187> {
    self { LivePart187() }.cached
  }
}

protocol Part188 {}
final class LivePart188: Part188 {}
extension Application {
  var part188: Factory<any Part188> {
    self { LivePart188() }
  }
}

protocol Part189 {}
final class LivePart189: Part189 {}
extension Application {
  var part189: Factory<any Part189> {
    self { LivePart189() }.graph
  }
}

protocol Part190 {}
final class LivePart190: Part190 {}
extension Application {
  var part190: Factory<any Part190> {
    self { LivePart190() }
  }
}

protocol Part191 {}
final class LivePart191: Part191 {}
extension Application {
  var part191: Factory<any Part191> {
    self { LivePart191() }.cached
  }
}

protocol Part192 {}
final class LivePart192: Part192 {}
extension Application {
  var part192: Factory<any Part192> {
    self { LivePart192() }.singleton
  }
}

protocol Part193 {}
final class LivePart193: Part193 {}
extension Application {
  var part193: Factory<any Part193> {
    self { LivePart193() }
  }
}

protocol Part194 {}
final class LivePart194: Part194 {}
extension Application {
  var part194: Factory<any Part194> {
    self { LivePart194() }.graph
  }
}

protocol Part195 {}
final class LivePart195: Part195 {}
extension Application {
  var part195: Factory<any Part195> {
    self { LivePart195() }.shared
  }
}

protocol Part196 {}
final class LivePart196: Part196 {}
extension Application {
  var part196: Factory<any Part196> {
    self { LivePart196() }
  }
}

protocol Part197 {}
final class LivePart197: Part197 {}
extension Application {
  var part197: Factory<any Part197> {
    self { LivePart197() }.cached
  }
}

protocol Part198 {}
final class LivePart198: Part198 {}
extension Application {
  var part198: Factory<any Part198> {
    self { LivePart198() }.singleton
  }
}

protocol Part199 {}
final class LivePart199: Part199 {}
extension Application {
  var part199: Factory<any Part199> {
    self { LivePart199() }.graph
  }
}
