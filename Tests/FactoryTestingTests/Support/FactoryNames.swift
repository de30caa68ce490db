// Factory, MIT licence; see LICENSE
//
// Which factories messages are about.

/// The name of the factory that each message is about, without its container.
func factories(_ messages: [String]) -> [String] {
  messages.map { message in
    let start = message.split(separator: "<").first ?? ""
    return start.split(separator: ".").last.map(String.init) ?? message
  }
}
