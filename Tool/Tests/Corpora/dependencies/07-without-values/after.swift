import FactoryKit

final class AudioPlayer: Sendable {
    let volume: Int
    init(volume: Int) { self.volume = volume }
}

extension AudioPlayer {
    static var liveValue: AudioPlayer {
        AudioPlayer(volume: 5)
    }
}

extension Container {
    var audioPlayer: Factory<AudioPlayer> { self { AudioPlayer.liveValue }.cached }
}

struct Recorder: Equatable {
    var isOn = false
    static let liveValue = Recorder()
}

extension Container {
    var recorder: Factory<Recorder> { self { Recorder.liveValue }.cached }
}

struct Studio {
    @DynamicInjected(\.audioPlayer) var player
    @DynamicInjected(\.recorder) private var recorder

    var volume: Int { recorder.isOn ? 0 : player.volume }
}

func quiet() -> Int {
    Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with {
        $0.audioPlayer.register { AudioPlayer(volume: 1) }
    }) {
        Studio().volume
    }
}
