import Dependencies

final class AudioPlayer: Sendable {
    let volume: Int
    init(volume: Int) { self.volume = volume }
}

extension AudioPlayer: DependencyKey {
    static var liveValue: AudioPlayer {
        AudioPlayer(volume: 5)
    }
}

struct Recorder: DependencyKey, Equatable {
    var isOn = false
    static let liveValue = Recorder()
}

struct Studio {
    @Dependency(AudioPlayer.self) var player
    @Dependency(Recorder.self) private var recorder

    var volume: Int { recorder.isOn ? 0 : player.volume }
}

func quiet() -> Int {
    withDependencies {
        $0[AudioPlayer.self] = AudioPlayer(volume: 1)
    } operation: {
        Studio().volume
    }
}
