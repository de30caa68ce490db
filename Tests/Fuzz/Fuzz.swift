// Factory, MIT licence; see LICENSE
//
// The function that libFuzzer calls with each input. The input's bytes are a random program, which
// runs on the library and on the model. `Package.swift` describes how to build it.
import FactoryModel

@main
enum Fuzz {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    _ = runDriver(&count, &arguments) { start, count in
      compare(Program(bytes: Array(UnsafeBufferPointer(start: start, count: count))))
      return 0
    }
  }
}

/// libFuzzer calls this on the main thread.
private func compare(_ program: Program) {
  MainActor.assumeIsolated {
    ControlledTasks.run {
      guard let difference = program.difference else { return }
      let shrunk = program.shrunk()
      print(difference)
      for operation in shrunk.operations { print("  \(operation)") }
      fatalError("the library and the model differ")
    }
  }
}

/// libFuzzer's own driver, for programs that have a `main` already.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: inout CInt, _ arguments: inout UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
