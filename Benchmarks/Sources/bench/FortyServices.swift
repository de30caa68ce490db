// Factory, MIT licence; see LICENSE
//
// Forty cached factories, for the rows that need a container of a realistic size.
import FactoryKit

extension Container {
  var service1: Factory<any Service> { self { Implementation() }.cached }
  var service2: Factory<any Service> { self { Implementation() }.cached }
  var service3: Factory<any Service> { self { Implementation() }.cached }
  var service4: Factory<any Service> { self { Implementation() }.cached }
  var service5: Factory<any Service> { self { Implementation() }.cached }
  var service6: Factory<any Service> { self { Implementation() }.cached }
  var service7: Factory<any Service> { self { Implementation() }.cached }
  var service8: Factory<any Service> { self { Implementation() }.cached }
  var service9: Factory<any Service> { self { Implementation() }.cached }
  var service10: Factory<any Service> { self { Implementation() }.cached }
  var service11: Factory<any Service> { self { Implementation() }.cached }
  var service12: Factory<any Service> { self { Implementation() }.cached }
  var service13: Factory<any Service> { self { Implementation() }.cached }
  var service14: Factory<any Service> { self { Implementation() }.cached }
  var service15: Factory<any Service> { self { Implementation() }.cached }
  var service16: Factory<any Service> { self { Implementation() }.cached }
  var service17: Factory<any Service> { self { Implementation() }.cached }
  var service18: Factory<any Service> { self { Implementation() }.cached }
  var service19: Factory<any Service> { self { Implementation() }.cached }
  var service20: Factory<any Service> { self { Implementation() }.cached }
  var service21: Factory<any Service> { self { Implementation() }.cached }
  var service22: Factory<any Service> { self { Implementation() }.cached }
  var service23: Factory<any Service> { self { Implementation() }.cached }
  var service24: Factory<any Service> { self { Implementation() }.cached }
  var service25: Factory<any Service> { self { Implementation() }.cached }
  var service26: Factory<any Service> { self { Implementation() }.cached }
  var service27: Factory<any Service> { self { Implementation() }.cached }
  var service28: Factory<any Service> { self { Implementation() }.cached }
  var service29: Factory<any Service> { self { Implementation() }.cached }
  var service30: Factory<any Service> { self { Implementation() }.cached }
  var service31: Factory<any Service> { self { Implementation() }.cached }
  var service32: Factory<any Service> { self { Implementation() }.cached }
  var service33: Factory<any Service> { self { Implementation() }.cached }
  var service34: Factory<any Service> { self { Implementation() }.cached }
  var service35: Factory<any Service> { self { Implementation() }.cached }
  var service36: Factory<any Service> { self { Implementation() }.cached }
  var service37: Factory<any Service> { self { Implementation() }.cached }
  var service38: Factory<any Service> { self { Implementation() }.cached }
  var service39: Factory<any Service> { self { Implementation() }.cached }
  var service40: Factory<any Service> { self { Implementation() }.cached }
}

@inline(never)
func resolveFirstTwenty(_ container: Container) {
  sink(container.service1())
  sink(container.service2())
  sink(container.service3())
  sink(container.service4())
  sink(container.service5())
  sink(container.service6())
  sink(container.service7())
  sink(container.service8())
  sink(container.service9())
  sink(container.service10())
  sink(container.service11())
  sink(container.service12())
  sink(container.service13())
  sink(container.service14())
  sink(container.service15())
  sink(container.service16())
  sink(container.service17())
  sink(container.service18())
  sink(container.service19())
  sink(container.service20())
}

@inline(never)
func resolveLastTwenty(_ container: Container) {
  sink(container.service21())
  sink(container.service22())
  sink(container.service23())
  sink(container.service24())
  sink(container.service25())
  sink(container.service26())
  sink(container.service27())
  sink(container.service28())
  sink(container.service29())
  sink(container.service30())
  sink(container.service31())
  sink(container.service32())
  sink(container.service33())
  sink(container.service34())
  sink(container.service35())
  sink(container.service36())
  sink(container.service37())
  sink(container.service38())
  sink(container.service39())
  sink(container.service40())
}
