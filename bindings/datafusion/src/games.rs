//! Functions of games in movetext.

use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, Int64Array, ListBuilder, StringArrayType, StringBuilder,
};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Int64Type};
use datafusion::common::{Result, ScalarValue, exec_err, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use quadline::fen::Fen;
use quadline::{Movetext, Position};

use crate::Wrong;
use crate::texts::{MOST_BYTES, append};

/// The number of characters of a broken game that an error contains.
const EXCERPT: usize = 40;

pub(crate) fn udfs(wrong: &Wrong) -> Vec<ScalarUDF> {
    [Question::Positions, Question::PositionAfter]
        .map(|question| OfGame::new(question, wrong.clone()).into())
        .into()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Question {
    Positions,
    PositionAfter,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct OfGame {
    question: Question,
    signature: Signature,
    wrong: Wrong,
    /// The most bytes of the FENs of a batch, which is smaller in a test.
    most_bytes: usize,
}

impl OfGame {
    fn new(question: Question, wrong: Wrong) -> Self {
        let signature = Signature::user_defined(Volatility::Immutable);
        Self { question, signature, wrong, most_bytes: MOST_BYTES }
    }
}

/// Returns the type that text of this type is read as, or `None` if it is not text.
fn text_type(kind: &DataType) -> Option<DataType> {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Some(kind.clone()),
        DataType::Null => Some(DataType::Utf8),
        DataType::Dictionary(_, value) => text_type(value),
        _ => None,
    }
}

impl ScalarUDFImpl for OfGame {
    fn name(&self) -> &str {
        match self.question {
            Question::Positions => "positions_of_game",
            Question::PositionAfter => "position_after",
        }
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(match self.question {
            Question::Positions => DataType::new_list(DataType::Utf8, true),
            Question::PositionAfter => DataType::Utf8,
        })
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        match (self.question, types) {
            (Question::Positions, [text]) => match text_type(text) {
                Some(text) => Ok(vec![text]),
                None => plan_err!("positions_of_game(movetext) takes text, not {text}"),
            },
            (Question::PositionAfter, [text, ply]) if ply.is_integer() || ply.is_null() => {
                match text_type(text) {
                    Some(text) => Ok(vec![text, DataType::Int64]),
                    None => {
                        plan_err!("position_after(movetext, ply) takes text and an integer, not {types:?}")
                    }
                }
            }
            (Question::Positions, _) => {
                plan_err!("positions_of_game(movetext) takes one text, not {types:?}")
            }
            (Question::PositionAfter, _) => {
                plan_err!("position_after(movetext, ply) takes text and an integer, not {types:?}")
            }
        }
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let scalar = arguments.args.iter().all(|value| matches!(value, ColumnarValue::Scalar(_)));
        let rows = if scalar { 1 } else { arguments.number_rows };
        let games = arguments.args[0].to_array(rows)?;
        let plies = match arguments.args.get(1) {
            Some(plies) => {
                cast(&plies.to_array(rows)?, &DataType::Int64)?.as_primitive::<Int64Type>().clone()
            }
            None => Int64Array::new_null(0),
        };
        let answers = match games.data_type() {
            DataType::Utf8 => self.answer(games.as_string::<i32>(), &plies),
            DataType::LargeUtf8 => self.answer(games.as_string::<i64>(), &plies),
            DataType::Utf8View => self.answer(games.as_string_view(), &plies),
            other => exec_err!("{} of {other}; a game must be text", self.name()),
        }?;
        Ok(if scalar {
            ColumnarValue::Scalar(ScalarValue::try_from_array(&answers, 0)?)
        } else {
            ColumnarValue::Array(answers)
        })
    }
}

impl OfGame {
    fn answer<'a>(&self, games: impl StringArrayType<'a>, plies: &Int64Array) -> Result<ArrayRef> {
        Ok(match self.question {
            Question::Positions => {
                let (mut lists, mut fens) = (ListBuilder::new(StringBuilder::new()), Vec::new());
                for row in 0..games.len() {
                    let valid = !games.is_null(row) && {
                        fens.clear();
                        self.read(games.value(row), |fen| {
                            fens.push(*fen);
                            true
                        })?
                    };
                    if valid {
                        for fen in &fens {
                            append(lists.values(), &fen.to_string(), self.most_bytes)?;
                        }
                    }
                    lists.append(valid);
                }
                Arc::new(lists.finish())
            }
            Question::PositionAfter => {
                let mut fens = StringBuilder::new();
                for row in 0..games.len() {
                    let mut found = None;
                    if !games.is_null(row) && !plies.is_null(row) {
                        found = self.after(games.value(row), plies.value(row))?;
                    }
                    match found {
                        Some(fen) => append(&mut fens, &fen.to_string(), self.most_bytes)?,
                        None => fens.append_null(),
                    }
                }
                Arc::new(fens.finish())
            }
        })
    }

    /// Returns the position after a number of moves, or `None` if the game has fewer or is broken before.
    fn after(&self, game: &str, ply: i64) -> Result<Option<Fen>> {
        let Ok(mut moves) = u64::try_from(ply) else {
            let name = self.name();
            self.wrong.row(|| format!("{name}: invalid ply: {ply}; a ply is the number of moves before"))?;
            return Ok(None);
        };
        let mut found = None;
        self.read(game, |fen| {
            if moves == 0 {
                found = Some(*fen);
                return false;
            }
            moves -= 1;
            true
        })?;
        Ok(found)
    }

    /// Passes the positions of a game to `show`, from the first to the one after the last move, until `show`
    /// returns false. Returns whether what was read is a game.
    fn read(&self, game: &str, mut show: impl FnMut(&Fen) -> bool) -> Result<bool> {
        let mut fen = Fen::START;
        let mut moves = Movetext::new(Position::START, game);
        while show(&fen) {
            match moves.next() {
                Some(Ok((_, chess_move))) => fen = fen.play(chess_move),
                Some(Err(error)) => {
                    let name = self.name();
                    self.wrong.row(|| format!("{name}({}): {error}", excerpt(game)))?;
                    return Ok(false);
                }
                None => break,
            }
        }
        Ok(true)
    }
}

/// Returns the beginning of a game in quotes.
fn excerpt(game: &str) -> String {
    match game.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{:?}...", &game[..end]),
        None => format!("{game:?}"),
    }
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::array::StringArray;

    use super::*;

    #[test]
    fn more_bytes_of_fens_than_an_array_has_are_an_error() {
        let games = StringArray::from(vec![Some("1. e4 e5"), None, Some("1. d4")]);
        let plies = Int64Array::from(vec![1, 1, 1]);
        for question in [Question::Positions, Question::PositionAfter] {
            let mut of_game = OfGame::new(question, Wrong::default());
            let answers = of_game.answer(&games, &plies).expect("a few FENs");
            let text = match question {
                Question::Positions => answers.as_list::<i32>().values().clone(),
                Question::PositionAfter => answers.clone(),
            };
            // FENs have less than a hundred bytes, so one byte less is not enough.
            let bytes: usize = text.as_string::<i32>().iter().flatten().map(str::len).sum();
            of_game.most_bytes = bytes;
            assert_eq!(&of_game.answer(&games, &plies).expect("as many bytes as there may be"), &answers);
            of_game.most_bytes = bytes - 1;
            let error = of_game.answer(&games, &plies).expect_err("a byte too many").to_string();
            assert!(error.contains("bytes; read fewer rows at once"), "{error}");
        }
    }
}
