//! Positions in a file of FENs.

use std::path::Path;

use shakmaty::fen::Fen;
use shakmaty::{Board, CastlingMode, Chess, FromSetup};

use crate::{BenchError, convert};

/// The sliders of both sides.
#[derive(Clone, Copy)]
pub struct Sliders {
    /// The rooks' squares.
    pub rooks: u64,
    /// The bishops' squares.
    pub bishops: u64,
    /// The queens' squares.
    pub queens: u64,
    /// The squares of all pieces, sliders or not.
    pub occupied: u64,
}

impl Sliders {
    /// Returns the number of sliders.
    pub fn count(&self) -> usize {
        (self.rooks | self.bishops | self.queens).count_ones() as usize
    }
}

fn sliders_of(board: &Board) -> Sliders {
    Sliders {
        rooks: board.rooks().0,
        bishops: board.bishops().0,
        queens: board.queens().0,
        occupied: board.occupied().0,
    }
}

/// Returns the complete position if the line has all fields (a board alone lacks the side to move and
/// castling rights) and the position can occur in a game.
fn whole(line: &str) -> Option<cozy_chess::Board> {
    let fields: Vec<&str> = line.split_whitespace().take(4).collect();
    if fields.len() < 4 {
        return None;
    }
    let fen = Fen::from_ascii(fields.join(" ").as_bytes()).ok()?;
    let game = Chess::from_setup(fen.into_setup(), CastlingMode::Chess960).ok()?;
    convert::to_cozy_chess(&convert::from_shakmaty(&game))
}

/// Positions and their source.
#[derive(Default)]
pub struct Positions {
    /// The source, for the head of the report.
    pub source: String,
    /// At least one, except in the default value.
    pub sliders: Vec<Sliders>,
    /// The positions of which all fields are known.
    pub boards: Vec<cozy_chess::Board>,
}

impl Positions {
    /// Reads a file with one FEN per line (or the fields of an EPD, ignoring operations).
    pub fn read(file: &Path) -> Result<Self, BenchError> {
        let text = std::fs::read_to_string(file).map_err(BenchError::of_file(file))?;
        Self::parse(file, &text)
    }

    /// Parses the text of `file`, which is only used in errors and in the report.
    fn parse(file: &Path, text: &str) -> Result<Self, BenchError> {
        let problem = BenchError::of_file(file);
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let sliders = lines
            .map(|(number, line)| {
                // Only the board is needed here.
                let board = line.split_whitespace().next().unwrap_or_default();
                let fen = Fen::from_ascii(board.as_bytes());
                fen.map(|fen| sliders_of(&fen.as_setup().board))
                    .map_err(|error| problem(format!("line {}: {error}", number + 1)))
            })
            .collect::<Result<Vec<_>, _>>()?;
        if sliders.is_empty() {
            return Err(problem("no position in it".to_owned()));
        }
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let boards = text.lines().filter_map(whole).collect();
        Ok(Self { source: format!("{} positions of {name}", sliders.len()), sliders, boards })
    }

    /// Returns the 2,000 positions of real games in `tests/conformance/fixtures/`, which are part of this
    /// program.
    pub fn fixture() -> Self {
        let text = include_str!("../../tests/conformance/fixtures/lichess-2025-05.fen");
        Self::parse(Path::new("lichess-2025-05.fen"), text).expect("a file of positions")
    }

    /// Reads `file`, or else the file that QUADLINE_POSITIONS names, or else returns [`Self::fixture`].
    pub fn find(file: Option<&Path>) -> Result<Self, BenchError> {
        match (file, std::env::var_os("QUADLINE_POSITIONS")) {
            (Some(file), _) => Self::read(file),
            (None, Some(file)) => Self::read(Path::new(&file)),
            (None, None) => Ok(Self::fixture()),
        }
    }
}
