//! Positions with known perft counts.

use std::fmt;

use quadline_kernels::Position;

/// A position with its perft counts.
pub struct Known {
    /// The position.
    pub fen: &'static str,
    /// The counts from depth 1 on.
    pub nodes: &'static [u64],
}

impl Known {
    /// Returns the position.
    pub fn position(&self) -> Position {
        self.fen.parse().unwrap_or_else(|error| panic!("{}: {error}", self.fen))
    }
}

/// The six positions of [perft results](https://www.chessprogramming.org/Perft_Results) in the Chess
/// Programming Wiki, positions of Chess960, and M. Sedlak's small positions for single rules.
#[rustfmt::skip]
pub const KNOWN: &[Known] = &[
    Known { fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", nodes: &[20, 400, 8_902, 197_281] },
    Known { fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", nodes: &[48, 2_039, 97_862] },
    Known { fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", nodes: &[14, 191, 2_812, 43_238, 674_624] },
    Known { fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", nodes: &[6, 264, 9_467, 422_333] },
    Known { fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", nodes: &[44, 1_486, 62_379] },
    Known { fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", nodes: &[46, 2_079, 89_890] },
    Known { fen: "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", nodes: &[21, 528, 12_189, 326_672] },
    Known { fen: "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", nodes: &[20, 479, 10_471, 273_318] },
    Known { fen: "q1bnrkr1/ppppp2p/2n2p2/4b1p1/2NP4/8/PPP1PPPP/QNB1RRKB w ge - 1 9", nodes: &[30, 860, 24_566] },
    // Castling gives check, loses a right, is prevented by an attack.
    Known { fen: "5k2/8/8/8/8/8/8/4K2R w K - 0 1", nodes: &[15, 66, 1_198, 6_399] },
    Known { fen: "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", nodes: &[16, 71, 1_286, 7_418] },
    Known { fen: "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", nodes: &[26, 1_141, 27_826] },
    Known { fen: "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", nodes: &[44, 1_494, 50_509] },
    // The castling rook is between its king and an enemy's rook or queen.
    Known { fen: "4k3/8/8/8/8/8/8/rRK5 w B - 0 1", nodes: &[5, 57, 821] },
    Known { fen: "4k3/8/8/8/8/8/8/5KRq w G - 0 1", nodes: &[4, 65, 876] },
    // En passant that exposes the king, gives check, ends a check.
    Known { fen: "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", nodes: &[18, 92, 1_670, 10_138, 185_429, 1_134_888] },
    Known { fen: "8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", nodes: &[13, 102, 1_266, 10_276, 135_655, 1_015_133] },
    Known { fen: "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", nodes: &[15, 126, 1_928, 13_931, 206_379, 1_440_467] },
    Known { fen: "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", nodes: &[8, 104, 736, 9_287, 62_297, 824_064] },
    // En passant of the pawn that gives check, next to a pawn that gives check, into the line of a check.
    Known { fen: "7k/8/8/2PpP3/4K3/8/8/8 w - d6 0 1", nodes: &[9, 32, 264, 1_512, 13_265] },
    Known { fen: "7k/8/8/3pPp2/6K1/8/8/8 w - d6 0 1", nodes: &[8, 38, 230, 1_373, 8_999] },
    Known { fen: "7k/4K3/8/3pP3/1b6/8/8/8 w - d6 0 1", nodes: &[7, 85, 499, 5_875, 36_199] },
    // A double push that only a pawn around the edge of the board could seem to attack.
    Known { fen: "4k3/8/8/p7/8/8/7P/4K3 w - - 0 1", nodes: &[7, 42, 336, 2_519] },
    Known { fen: "4k3/8/8/8/8/7p/P7/4K3 w - - 0 1", nodes: &[7, 42, 324, 2_592] },
    // Chess960: the king on b1 goes to c1, which is free or attacked, or is in check; a piece is between king
    // and rook.
    Known { fen: "4k3/8/8/8/8/8/8/RK6 w A - 0 1", nodes: &[12, 53, 945, 5_549, 102_165] },
    Known { fen: "2r1k3/8/8/8/8/8/8/RK6 w A - 0 1", nodes: &[9, 125, 1_759, 27_227] },
    Known { fen: "1r2k3/8/8/8/8/8/8/RK6 w A - 0 1", nodes: &[3, 45, 515, 8_353] },
    Known { fen: "4k3/8/8/8/8/8/8/R3N1K1 w A - 0 1", nodes: &[19, 88, 1_892, 11_427] },
    // Promotions: out of check, to give check, underpromotion; stalemate.
    Known { fen: "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", nodes: &[11, 133, 1_442, 19_174] },
    Known { fen: "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", nodes: &[29, 165, 5_160, 31_961] },
    Known { fen: "4k3/1P6/8/8/8/8/K7/8 w - - 0 1", nodes: &[9, 40, 472, 2_661] },
    Known { fen: "8/P1k5/K7/8/8/8/8/8 w - - 0 1", nodes: &[6, 27, 273, 1_329] },
    Known { fen: "K1k5/8/P7/8/8/8/8/8 w - - 0 1", nodes: &[2, 6, 13, 63, 382, 2_217] },
    Known { fen: "8/k1P5/8/1K6/8/8/8/8 w - - 0 1", nodes: &[10, 25, 268, 926] },
    Known { fen: "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", nodes: &[37, 183, 6_559, 23_527] },
    // More moves than a byte can count; more than in any game; the maximum of all positions.
    Known { fen: "QQQQQQnk/Q5pp/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", nodes: &[259, 651, 157_736] },
    Known { fen: "1QQQQQQ1/Q5Q1/Q5Q1/Q5Q1/Q5Q1/Q5Q1/Q3QQ2/QQQQ1K1k w - - 0 1", nodes: &[240, 0] },
    Known { fen: "QQQQQQBk/Q5RB/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", nodes: &[271, 0] },
    // More than 32 moves of pawns, king and three knights; nine pawns.
    Known { fen: "7k/8/2N2N2/4N3/1K6/8/PPP1PPPP/8 w - - 0 1", nodes: &[42, 56, 2_207] },
    Known { fen: "4k3/8/8/8/P7/8/PPPPPPPP/4K3 w - - 0 1", nodes: &[18, 90, 1_580] },
    // By castling, the rook arrives at the square of the king, which is next to squares of the other king.
    Known { fen: "8/8/8/8/8/3k4/8/5KR1 w G - 0 1", nodes: &[12, 77, 1_286] },
    // Four knights reach the same square.
    Known { fen: "K3k3/8/2n1n3/8/8/1n3n2/8/8 w - - 0 1", nodes: &[1, 35, 174] },
    // Nine knights, which attack each other.
    Known { fen: "k7/5n2/3n1n2/2N1N3/3N1N2/2N5/4n3/K7 w - - 0 1", nodes: &[43, 1_181, 45_477] },
];

/// A line of a perft suite: `FEN ;D1 20 ;D2 400`.
pub struct SuiteLine {
    /// The position.
    pub position: Position,
    /// Depths and counts.
    pub nodes: Vec<(u32, u64)>,
}

/// Parses a perft suite.
///
/// # Panics
///
/// Panics at the first invalid line, with its number.
pub fn read_suite(text: &str) -> Vec<SuiteLine> {
    let lines =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|(index, line)| suite_line(line).unwrap_or_else(|error| panic!("line {}: {error}", index + 1)))
        .collect()
}

fn suite_line(line: &str) -> Result<SuiteLine, String> {
    let text = |error: &dyn fmt::Display| error.to_string();
    let mut parts = line.split(';').map(str::trim);
    let position = parts.next().unwrap_or_default().parse().map_err(|error| text(&error))?;
    let count = |part: &str| {
        let (depth, nodes) = part.strip_prefix('D')?.split_once(' ')?;
        Some((depth.parse().ok()?, nodes.trim().parse().ok()?))
    };
    let parts = parts.filter(|part| !part.is_empty());
    let nodes = parts.map(|part| count(part).ok_or_else(|| format!("no count: {part}")));
    Ok(SuiteLine { position, nodes: nodes.collect::<Result<_, _>>()? })
}
