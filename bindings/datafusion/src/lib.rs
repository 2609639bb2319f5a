//! Chess positions in SQL: scalar functions for Apache DataFusion.
//!
//! | function | of | is |
//! |---|---|---|
//! | `legal_move_count(fen)` | text | the number of legal moves, `UInt16` |
//! | `in_check(fen)` | text | whether the side to move is in check |
//! | `checkers(fen)` | text | the pieces that give check, `UInt64` |
//! | `attacked_squares(fen, color)` | text, `'white'` or `'black'` | the squares that a side attacks, `UInt64` |
//! | `is_fen(fen)` | text | whether it is one |
//! | `rook_attacks(square, occupied)`, `bishop_attacks`, `queen_attacks` | integers | the squares that a slider attacks, `UInt64` |
//!
//! Boards are integers, bit n = square n, a1 = 0 to h8 = 63; `Int64` is taken for the same bits as `UInt64`. Null stays null. What
//! happens to a text that is no FEN, a colour that is none and a square that is none, says [`Broken`]; they are
//! counted, see [`Functions::broken`].
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

mod fens;
mod sliders;

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use datafusion::common::{Result, exec_err};
use datafusion::logical_expr::{ScalarUDF, registry::FunctionRegistry};
use datafusion::prelude::SessionContext;

/// What becomes of a row that is wrong: a text that is no FEN, a square above 63.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Broken {
    /// The result is null.
    #[default]
    Null,
    /// The query fails; the message names the text, and what would be right.
    Error,
}

/// The functions, and how many rows were wrong.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    wrong: Wrong,
}

impl Functions {
    /// Functions that do so with rows that are wrong.
    pub fn new(broken: Broken) -> Self {
        Self { wrong: Wrong { broken, count: Arc::default() } }
    }

    /// How many rows were wrong so far, in this process. Every function that looks at a row counts it.
    pub fn broken(&self) -> u64 {
        self.wrong.count.load(Ordering::Relaxed)
    }

    /// All functions.
    pub fn udfs(&self) -> Vec<ScalarUDF> {
        fens::udfs(&self.wrong).into_iter().chain(sliders::udfs(&self.wrong)).collect()
    }

    /// Makes the functions known to a session.
    pub fn register(&self, context: &SessionContext) {
        for udf in self.udfs() {
            context.register_udf(udf);
        }
    }

    /// Makes the functions known to any registry, such as the state of a session.
    ///
    /// # Errors
    /// If the registry takes no functions.
    pub fn register_with(&self, registry: &mut dyn FunctionRegistry) -> Result<()> {
        for udf in self.udfs() {
            registry.register_udf(Arc::new(udf))?;
        }
        Ok(())
    }
}

/// What to do with rows that are wrong, and how many there were.
#[derive(Clone, Debug, Default)]
struct Wrong {
    broken: Broken,
    count: Arc<AtomicU64>,
}

impl Wrong {
    /// One row is wrong.
    fn row(&self, message: impl FnOnce() -> String) -> Result<()> {
        self.count.fetch_add(1, Ordering::Relaxed);
        match self.broken {
            Broken::Null => Ok(()),
            Broken::Error => exec_err!("{}", message()),
        }
    }
}

/// Functions that do the same are the same, whoever counts.
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
