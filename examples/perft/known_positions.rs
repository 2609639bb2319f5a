//! The six standard test positions for move generators, with their known node counts.

use quadline::Position;

/// A position with its known counts.
#[derive(Clone, Copy, Debug)]
pub struct KnownPosition {
    /// The name of the position.
    pub name: &'static str,
    /// The position.
    pub fen: &'static str,
    /// The depth in a run without arguments.
    pub default_depth: u32,
    /// The node counts from depth 1 on.
    pub nodes: &'static [u64],
}

/// The positions of [perft results](https://www.chessprogramming.org/Perft_Results) in the Chess Programming
/// Wiki. The default depths take some seconds in total.
pub static POSITIONS: [KnownPosition; 6] = [
    KnownPosition {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        default_depth: 6,
        nodes: &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324, 3_195_901_860],
    },
    KnownPosition {
        name: "Kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        default_depth: 5,
        nodes: &[48, 2_039, 97_862, 4_085_603, 193_690_690, 8_031_647_685],
    },
    KnownPosition {
        name: "position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        default_depth: 7,
        nodes: &[14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661, 3_009_794_393],
    },
    KnownPosition {
        name: "position 4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        default_depth: 6,
        nodes: &[6, 264, 9_467, 422_333, 15_833_292, 706_045_033],
    },
    KnownPosition {
        name: "position 5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        default_depth: 6,
        nodes: &[44, 1_486, 62_379, 2_103_487, 89_941_194, 3_048_196_529],
    },
    KnownPosition {
        name: "position 6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        default_depth: 5,
        nodes: &[46, 2_079, 89_890, 3_894_594, 164_075_551, 6_923_051_137],
    },
];

impl KnownPosition {
    /// Returns the known count at a depth, if there is one.
    pub fn nodes_at(&self, depth: u32) -> Option<u64> {
        if depth == 0 { Some(1) } else { self.nodes.get(depth as usize - 1).copied() }
    }

    /// Returns the position.
    pub fn position(&self) -> Position {
        self.fen.parse().expect("the known positions are well-formed")
    }

    /// Returns the known position that equals this one, if any.
    pub fn of(position: &Position) -> Option<&'static KnownPosition> {
        POSITIONS.iter().find(|known| known.position() == *position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_do_not_matter_but_rights_do() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 13 37";
        assert_eq!(KnownPosition::of(&start.parse().expect(start)).map(|known| known.name), Some("start"));
        let no_rights = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
        assert!(KnownPosition::of(&no_rights.parse().expect(no_rights)).is_none());
    }

    #[test]
    fn every_default_depth_has_a_known_count() {
        for position in &POSITIONS {
            assert!(position.nodes_at(position.default_depth).is_some(), "{}", position.name);
        }
    }
}
