import Reminders

try validate()

for title in try await Agenda().due() { print(title) }
print("That is all for today.")
