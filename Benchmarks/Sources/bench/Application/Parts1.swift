// Factory, MIT licence; see LICENSE
//
// Parts of the application. Written by generate-application.
import FactoryKit

protocol Part0 {}
final class LivePart0: Part0 {
  let part1: any Part1
  let part2: any Part2
  let part3: any Part3
  let part4: any Part4
  let part5: any Part5
  let part6: any Part6
  let part7: any Part7
  let part8: any Part8
  let part9: any Part9
  init(
    _ part1: any Part1, _ part2: any Part2, _ part3: any Part3, _ part4: any Part4,
    _ part5: any Part5, _ part6: any Part6, _ part7: any Part7, _ part8: any Part8,
    _ part9: any Part9
  ) {
    self.part1 = part1
    self.part2 = part2
    self.part3 = part3
    self.part4 = part4
    self.part5 = part5
    self.part6 = part6
    self.part7 = part7
    self.part8 = part8
    self.part9 = part9
  }
}
extension Application {
  var part0: Factory<any Part0> {
    self {
      LivePart0(
        self.part1(), self.part2(), self.part3(), self.part4(), self.part5(), self.part6(),
        self.part7(), self.part8(), self.part9())
    }
  }
}

protocol Part1 {}
final class LivePart1: Part1 {
  let part10: any Part10
  let part11: any Part11
  let part12: any Part12
  let part13: any Part13
  init(_ part10: any Part10, _ part11: any Part11, _ part12: any Part12, _ part13: any Part13) {
    self.part10 = part10
    self.part11 = part11
    self.part12 = part12
    self.part13 = part13
  }
}
extension Application {
  var part1: Factory<any Part1> {
    self { LivePart1(self.part10(), self.part11(), self.part12(), self.part13()) }.cached
  }
}

protocol Part2 {}
final class LivePart2: Part2 {
  let part14: any Part14
  let part15: any Part15
  let part16: any Part16
  let part17: any Part17
  init(_ part14: any Part14, _ part15: any Part15, _ part16: any Part16, _ part17: any Part17) {
    self.part14 = part14
    self.part15 = part15
    self.part16 = part16
    self.part17 = part17
  }
}
extension Application {
  var part2: Factory<any Part2> {
    self { LivePart2(self.part14(), self.part15(), self.part16(), self.part17()) }
  }
}

protocol Part3 {}
final class LivePart3: Part3 {
  let part18: any Part18
  let part19: any Part19
  let part20: any Part20
  let part21: any Part21
  init(_ part18: any Part18, _ part19: any Part19, _ part20: any Part20, _ part21: any Part21) {
    self.part18 = part18
    self.part19 = part19
    self.part20 = part20
    self.part21 = part21
  }
}
extension Application {
  var part3: Factory<any Part3> {
    self { LivePart3(self.part18(), self.part19(), self.part20(), self.part21()) }.graph
  }
}

protocol Part4 {}
final class LivePart4: Part4 {
  let part22: any Part22
  let part23: any Part23
  let part24: any Part24
  let part25: any Part25
  init(_ part22: any Part22, _ part23: any Part23, _ part24: any Part24, _ part25: any Part25) {
    self.part22 = part22
    self.part23 = part23
    self.part24 = part24
    self.part25 = part25
  }
}
extension Application {
  var part4: Factory<any Part4> {
    self { LivePart4(self.part22(), self.part23(), self.part24(), self.part25()) }.singleton
  }
}

protocol Part5 {}
final class LivePart5: Part5 {
  let part26: any Part26
  let part27: any Part27
  let part28: any Part28
  let part29: any Part29
  init(_ part26: any Part26, _ part27: any Part27, _ part28: any Part28, _ part29: any Part29) {
    self.part26 = part26
    self.part27 = part27
    self.part28 = part28
    self.part29 = part29
  }
}
extension Application {
  var part5: Factory<any Part5> {
    self { LivePart5(self.part26(), self.part27(), self.part28(), self.part29()) }
  }
}

protocol Part6 {}
final class LivePart6: Part6 {
  let part30: any Part30
  let part31: any Part31
  let part32: any Part32
  let part33: any Part33
  init(_ part30: any Part30, _ part31: any Part31, _ part32: any Part32, _ part33: any Part33) {
    self.part30 = part30
    self.part31 = part31
    self.part32 = part32
    self.part33 = part33
  }
}
extension Application {
  var part6: Factory<any Part6> {
    self { LivePart6(self.part30(), self.part31(), self.part32(), self.part33()) }.shared
  }
}

protocol Part7 {}
final class LivePart7: Part7 {
  let part34: any Part34
  let part35: any Part35
  let part36: any Part36
  let part37: any Part37
  init(_ part34: any Part34, _ part35: any Part35, _ part36: any Part36, _ part37: any Part37) {
    self.part34 = part34
    self.part35 = part35
    self.part36 = part36
    self.part37 = part37
  }
}
extension Application {
  var part7: Factory<any Part7> {
    self { LivePart7(self.part34(), self.part35(), self.part36(), self.part37()) }.cached
  }
}

protocol Part8 {}
final class LivePart8: Part8 {
  let part38: any Part38
  let part39: any Part39
  let part10: any Part10
  let part11: any Part11
  init(_ part38: any Part38, _ part39: any Part39, _ part10: any Part10, _ part11: any Part11) {
    self.part38 = part38
    self.part39 = part39
    self.part10 = part10
    self.part11 = part11
  }
}
extension Application {
  var part8: Factory<any Part8> {
    self { LivePart8(self.part38(), self.part39(), self.part10(), self.part11()) }
  }
}

protocol Part9 {}
final class LivePart9: Part9 {
  let part12: any Part12
  let part13: any Part13
  let part14: any Part14
  let part15: any Part15
  init(_ part12: any Part12, _ part13: any Part13, _ part14: any Part14, _ part15: any Part15) {
    self.part12 = part12
    self.part13 = part13
    self.part14 = part14
    self.part15 = part15
  }
}
extension Application {
  var part9: Factory<any Part9> {
    self { LivePart9(self.part12(), self.part13(), self.part14(), self.part15()) }.graph
  }
}

protocol Part10 {}
final class LivePart10: Part10 {
  let part40: any Part40
  let part41: any Part41
  init(_ part40: any Part40, _ part41: any Part41) {
    self.part40 = part40
    self.part41 = part41
  }
}
extension Application {
  var part10: Factory<any Part10> {
    self { LivePart10(self.part40(), self.part41()) }
  }
}

protocol Part11 {}
final class LivePart11: Part11 {
  let part42: any Part42
  let part43: any Part43
  init(_ part42: any Part42, _ part43: any Part43) {
    self.part42 = part42
    self.part43 = part43
  }
}
extension Application {
  var part11: Factory<any Part11> {
    self { LivePart11(self.part42(), self.part43()) }.cached
  }
}

protocol Part12 {}
final class LivePart12: Part12 {
  let part44: any Part44
  let part45: any Part45
  init(_ part44: any Part44, _ part45: any Part45) {
    self.part44 = part44
    self.part45 = part45
  }
}
extension Application {
  var part12: Factory<any Part12> {
    self { LivePart12(self.part44(), self.part45()) }.singleton
  }
}

protocol Part13 {}
final class LivePart13: Part13 {
  let part46: any Part46
  let part47: any Part47
  init(_ part46: any Part46, _ part47: any Part47) {
    self.part46 = part46
    self.part47 = part47
  }
}
extension Application {
  var part13: Factory<any Part13> {
    self { LivePart13(self.part46(), self.part47()) }
  }
}

protocol Part14 {}
final class LivePart14: Part14 {
  let part48: any Part48
  let part49: any Part49
  init(_ part48: any Part48, _ part49: any Part49) {
    self.part48 = part48
    self.part49 = part49
  }
}
extension Application {
  var part14: Factory<any Part14> {
    self { LivePart14(self.part48(), self.part49()) }.graph
  }
}
