import FactoryKit
import Reminders

try Container.shared.validate(\.reminderStore)

for title in try await Agenda().due() { print(title) }
print("That is all for today.")
