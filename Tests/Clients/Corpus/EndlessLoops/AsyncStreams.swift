// Factory, MIT licence; see LICENSE
//
// A loop over a stream.
import FactoryKit

public func loopOverStream(_ container: Container, _ stream: AsyncStream<Int>) async {
  for await number in stream { consume(container.profileByID(number)) }
}

public func loopOverStreamAgain(_ container: Container, _ stream: AsyncStream<Int>) async {
  while true {
    for await _ in stream { consume(container.plain()) }
    consume(container.cached())
  }
}
