//! Chess positions in SQL: scalar functions for Apache DataFusion.
//!
//! | function | arguments | result |
//! |---|---|---|
//! | `legal_move_count(fen)` | text | the number of legal moves, `UInt16` |
//! | `legal_move_count(fen, kind)` | text, `'captures'`, `'promotions'`, `'quiets'` or `'checks'` (moves that give check) | the number of these moves, `UInt16` |
//! | `legal_moves(fen)` | text | the legal moves in UCI notation, a list of text |
//! | `side_to_move(fen)` | text | `'white'` or `'black'` |
//! | `in_check(fen)` | text | whether the side to move is in check |
//! | `checkers(fen)` | text | the pieces that give check, `UInt64` |
//! | `pinned(fen)` | text | the pinned pieces of the side to move, `UInt64` |
//! | `attacked_squares(fen, color)` | text, `'white'` or `'black'` in any case | the squares that a side attacks, `UInt64` |
//! | `position_features(fen)` | text | a struct of all that and more, from one reading of the FEN |
//! | `is_fen(fen)` | text | whether the text is a FEN |
//! | `polyglot_key(fen)` | text | the key of the position in opening books, `UInt64` |
//! | `positions_of_game(movetext)` | text | the positions of a game, from the first to the one after the last move, a list of FENs |
//! | `position_after(movetext, ply)` | text, integer | the FEN after a number of moves; null if the game has fewer |
//! | `rook_attacks(square, occupied)`, `bishop_attacks`, `queen_attacks` | integers | the squares that a slider attacks, `UInt64` |
//! | `bit_count(board)` | integer | the number of squares, `Int64` |
//! | `square_names(board)` | integer | the names of the squares, a list of text |
//!
//! The table function `read_pgn(path, tag, ..)` reads a file of games (PGN), which may be compressed with
//! zstd, gzip or bzip2. Each game has a row, with its `number` from 1, the `byte` and the `line` of its
//! beginning, the tags as columns of text, `start` (the FEN that the game begins with, null for the usual
//! start), `result`, `movetext`, and `error`, the reason why the game cannot be read. Then the texts before
//! it are null. Names of tags are read in upper or lower case. Without names, the tags are `event`, `site`,
//! `date`, `round`, `white` and `black`. The moves are not checked. [`Functions::register_read_pgn`] registers it,
//! because it lets every query read the files of the process.
//!
//! The fields of `position_features` are `side_to_move`, `legal_move_count`, `captures` and `checks` (the
//! numbers of legal moves that capture and that give check), `in_check`, `checkers`, `pinned`, `evasions` (the check mask), `king_danger`, `attacked_by_white` and `attacked_by_black`. In SQL,
//! `position_features(fen)['pinned']` is one of them; a subquery that names the struct reads the FEN once for
//! all of them.
//!
//! A game is movetext as in PGN, without tags: moves in SAN, and perhaps numbers, comments, annotations,
//! variations and a result. It begins with the starting position of standard chess. Its FENs have the
//! counters of the game. A game with an error, such as an illegal move, is broken as a whole for
//! `positions_of_game`. `position_after` reads no further than it must, so the positions before the error are
//! found.
//!
//! Boards are integers with bit n for square n, from a1 = 0 to h8 = 63. `Int64` is accepted for the same bits
//! as `UInt64`. Null yields null. [`Broken`] determines the result for text that is not a FEN or not a game,
//! an unknown color, a ply below 0, or a number that is not a square; [`Functions::broken`] counts these
//! rows.
//!
//! ```
//! # use datafusion::prelude::SessionContext;
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! use quadline_datafusion::{Broken, Functions};
//!
//! let context = SessionContext::new();
//! let functions = Functions::new(Broken::Null);
//! functions.register(&context);
//! let sql = "SELECT legal_move_count(column1) FROM (VALUES ('8/8/8/8/8/6k1/8/7K w - -'), ('nonsense'), (NULL))";
//! let batches = context.sql(sql).await?.collect().await?;
//! assert_eq!(batches[0].column(0).null_count(), 2);
//! assert_eq!(functions.broken(), 1);
//! # Ok(())
//! # }
//! ```

// | file | contents |
// |---|---|
// | `fens.rs`, `boards.rs`, `sliders.rs`, `games.rs` | scalar functions of positions, bitboards, sliders and movetext |
// | `pgn.rs` | the table function |
// | `texts.rs` | columns of text, and results of broken rows |
mod boards;
mod fens;
mod games;
mod pgn;
mod sliders;
mod texts;

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use datafusion::common::{Result, exec_err};
use datafusion::logical_expr::{ScalarUDF, registry::FunctionRegistry};
use datafusion::prelude::SessionContext;

/// The handling of invalid rows, such as text that is not a FEN or a square above 63.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Broken {
    /// The result is null.
    #[default]
    Null,
    /// The query fails with a message that names the text and what would be right.
    Error,
}

/// The functions, and a counter of invalid rows.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    wrong: Wrong,
}

impl Functions {
    /// Creates functions with this handling of invalid rows.
    pub fn new(broken: Broken) -> Self {
        Self { wrong: Wrong { broken, count: Arc::default() } }
    }

    /// Returns the number of invalid rows so far in this process. Each function that reads a row counts it.
    pub fn broken(&self) -> u64 {
        self.wrong.count.load(Ordering::Relaxed)
    }

    /// Returns the functions of rows.
    pub fn udfs(&self) -> Vec<ScalarUDF> {
        let mut udfs = fens::udfs(&self.wrong);
        udfs.extend(games::udfs(&self.wrong));
        udfs.extend(sliders::udfs(&self.wrong));
        udfs.extend(boards::udfs());
        udfs
    }

    /// Registers the functions of rows in a session. [`Functions::register_read_pgn`] adds the table function.
    pub fn register(&self, context: &SessionContext) {
        for udf in self.udfs() {
            context.register_udf(udf);
        }
    }

    /// Registers the table function `read_pgn` in a session.
    ///
    /// Every query of the session can then read every file that this process may read, like `COPY` and
    /// `CREATE EXTERNAL TABLE` of DataFusion. A server whose users must not do so should not call this function.
    pub fn register_read_pgn(&self, context: &SessionContext) {
        context.register_udtf(pgn::NAME, Arc::new(pgn::ReadPgn));
    }

    /// Registers the functions of rows in a registry, such as the state of a session. The table function
    /// [`read_pgn`](crate) is not part of a registry.
    ///
    /// # Errors
    ///
    /// Returns an error if the registry does not accept functions.
    pub fn register_with(&self, registry: &mut dyn FunctionRegistry) -> Result<()> {
        for udf in self.udfs() {
            registry.register_udf(Arc::new(udf))?;
        }
        Ok(())
    }
}

/// The handling of invalid rows, and their number.
#[derive(Clone, Debug, Default)]
struct Wrong {
    broken: Broken,
    count: Arc<AtomicU64>,
}

impl Wrong {
    /// Handles one invalid row.
    fn row(&self, message: impl FnOnce() -> String) -> Result<()> {
        self.count.fetch_add(1, Ordering::Relaxed);
        match self.broken {
            Broken::Null => Ok(()),
            Broken::Error => exec_err!("{}", message()),
        }
    }
}

/// Functions with the same handling are equal, even if their counters differ.
impl PartialEq for Wrong {
    fn eq(&self, other: &Self) -> bool {
        self.broken == other.broken
    }
}

impl Eq for Wrong {}

impl Hash for Wrong {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.broken.hash(state);
    }
}
