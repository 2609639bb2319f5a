//! Functions of FENs.

use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, BooleanArray, ListBuilder, PrimitiveArray, StringArray, StringArrayType,
    StringBuilder, StructArray, UInt16Array, UInt64Array,
};
use datafusion::arrow::buffer::{BooleanBuffer, NullBuffer};
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use datafusion::common::{Result, ScalarValue, exec_err};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, TypeSignature, Volatility,
};
use quadline::{ChecksAndPins, Color, Move, MoveSet, Position, batch};

use crate::Wrong;
use crate::texts::{MOST_BYTES, append};

/// The number of rows that are parsed and computed at a time. They fit into the L1 cache.
const BLOCK: usize = 256;

/// A placeholder for rows without a position. Its results are computed, too, and dropped.
const NOTHING: Position = Position::from_words([0; 8]);

pub(crate) fn udfs(wrong: &Wrong) -> Vec<ScalarUDF> {
    let questions = [
        Question::LegalMoveCount,
        Question::InCheck,
        Question::Checkers,
        Question::Pinned,
        Question::AttackedSquares,
        Question::SideToMove,
        Question::LegalMoves,
        Question::Features,
        Question::IsFen,
        Question::PolyglotKey,
    ];
    questions.map(|question| OfFen::new(question, wrong.clone()).into()).into()
}

/// A function of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Question {
    LegalMoveCount,
    InCheck,
    Checkers,
    Pinned,
    AttackedSquares,
    SideToMove,
    LegalMoves,
    Features,
    IsFen,
    PolyglotKey,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct OfFen {
    question: Question,
    signature: Signature,
    wrong: Wrong,
}

impl OfFen {
    fn new(question: Question, wrong: Wrong) -> Self {
        let texts = match question {
            Question::AttackedSquares => vec![TypeSignature::String(2)],
            Question::LegalMoveCount => vec![TypeSignature::String(1), TypeSignature::String(2)],
            _ => vec![TypeSignature::String(1)],
        };
        Self { question, signature: Signature::one_of(texts, Volatility::Immutable), wrong }
    }
}

impl ScalarUDFImpl for OfFen {
    fn name(&self) -> &str {
        match self.question {
            Question::LegalMoveCount => "legal_move_count",
            Question::InCheck => "in_check",
            Question::Checkers => "checkers",
            Question::Pinned => "pinned",
            Question::AttackedSquares => "attacked_squares",
            Question::SideToMove => "side_to_move",
            Question::LegalMoves => "legal_moves",
            Question::Features => "position_features",
            Question::IsFen => "is_fen",
            Question::PolyglotKey => "polyglot_key",
        }
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(match self.question {
            Question::LegalMoveCount => DataType::UInt16,
            Question::Checkers | Question::Pinned | Question::AttackedSquares | Question::PolyglotKey => {
                DataType::UInt64
            }
            Question::InCheck | Question::IsFen => DataType::Boolean,
            Question::SideToMove => DataType::Utf8,
            Question::LegalMoves => DataType::new_list(DataType::Utf8, true),
            Question::Features => DataType::Struct(Features::fields()),
        })
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let scalar = arguments.args.iter().all(|value| matches!(value, ColumnarValue::Scalar(_)));
        let rows = if scalar { 1 } else { arguments.number_rows };
        let fens = arguments.args[0].to_array(rows)?;
        let words = match arguments.args.get(1) {
            Some(ColumnarValue::Scalar(word)) => Words::All(word.clone()),
            Some(ColumnarValue::Array(words)) => Words::Each(Arc::clone(words)),
            None => Words::None,
        };
        let answers = match fens.data_type() {
            DataType::Utf8 => self.answer(fens.as_string::<i32>(), &words),
            DataType::LargeUtf8 => self.answer(fens.as_string::<i64>(), &words),
            DataType::Utf8View => self.answer(fens.as_string_view(), &words),
            DataType::Null => self
                .answer(datafusion::arrow::compute::cast(&fens, &DataType::Utf8)?.as_string::<i32>(), &words),
            other => exec_err!("{} of {other}; a FEN must be text", self.name()),
        }?;
        Ok(if scalar {
            ColumnarValue::Scalar(ScalarValue::try_from_array(&answers, 0)?)
        } else {
            ColumnarValue::Array(answers)
        })
    }
}

impl OfFen {
    fn answer<'a>(&self, fens: impl StringArrayType<'a>, second: &Words) -> Result<ArrayRef> {
        let mut rows = Rows { fens, wrong: &self.wrong, name: self.name(), valid: Vec::new() };
        let count = rows.fens.len();
        Ok(match self.question {
            Question::LegalMoveCount if matches!(second, Words::None) => {
                let mut counts = vec![0; count];
                rows.read(&mut counts, batch::legal_move_counts)?;
                Arc::new(UInt16Array::new(counts.into(), rows.nulls()))
            }
            Question::LegalMoveCount => {
                let mut positions = vec![NOTHING; count];
                rows.read(&mut positions, |read, positions| positions.copy_from_slice(read))?;
                let mut counts = vec![0; count];
                for (row, (to, position)) in counts.iter_mut().zip(&positions).enumerate() {
                    let kind = second.at(row)?;
                    match kind.as_deref().map(|kind| (kind, Kind::named(kind))) {
                        Some((_, Some(kind))) => *to = kind.count(position),
                        Some((name, None)) => {
                            let names = Kind::ALL.map(|(name, _)| format!("'{name}'")).join(", ");
                            // The query is wrong, not the data, so it fails in either case.
                            return exec_err!(
                                "legal_move_count: {name:?} is not a kind of move; expected {names}"
                            );
                        }
                        None => rows.is_null(row),
                    }
                }
                Arc::new(UInt16Array::new(counts.into(), rows.nulls()))
            }
            Question::Checkers => {
                let mut checkers = vec![0; count];
                rows.read(&mut checkers, |positions, checkers| {
                    of_checks(positions, checkers, |checks| checks.checkers)
                })?;
                words(checkers, rows.nulls())
            }
            Question::Pinned => {
                let mut pinned = vec![0; count];
                rows.read(&mut pinned, |positions, pinned| {
                    of_checks(positions, pinned, |checks| checks.pinned)
                })?;
                words(pinned, rows.nulls())
            }
            Question::PolyglotKey => {
                let mut keys = vec![0; count];
                rows.read(&mut keys, |positions, keys| {
                    for (key, position) in keys.iter_mut().zip(positions) {
                        *key = position.polyglot_key();
                    }
                })?;
                words(keys, rows.nulls())
            }
            Question::InCheck => {
                let mut checks = vec![false; count];
                rows.read(&mut checks, |positions, checks| {
                    of_checks(positions, checks, |checks| checks.checkers != 0)
                })?;
                Arc::new(BooleanArray::new(checks.into(), rows.nulls()))
            }
            Question::SideToMove => {
                let mut colors = vec![Color::White; count];
                rows.read(&mut colors, |positions, colors| {
                    for (color, position) in colors.iter_mut().zip(positions) {
                        *color = position.side_to_move();
                    }
                })?;
                color_names(colors.into_iter(), rows.nulls().as_ref())
            }
            Question::LegalMoves => {
                let mut positions = vec![NOTHING; count];
                rows.read(&mut positions, |read, positions| positions.copy_from_slice(read))?;
                let nulls = rows.nulls();
                let mut lists = ListBuilder::new(StringBuilder::new());
                for (row, position) in positions.iter().enumerate() {
                    let valid = is_valid(nulls.as_ref(), row);
                    if valid {
                        for candidate in &position.moves() {
                            append(lists.values(), &candidate.to_string(), MOST_BYTES)?;
                        }
                    }
                    lists.append(valid);
                }
                Arc::new(lists.finish())
            }
            Question::Features => {
                let mut features = vec![Features::default(); count];
                rows.read(&mut features, Features::of)?;
                Features::into_array(&features, rows.nulls())
            }
            Question::IsFen => {
                let fens = rows.fens;
                let is_fen =
                    |row| !fens.is_null(row) && Position::from_fen_bytes(fens.value(row).as_bytes()).is_ok();
                Arc::new(BooleanArray::new(BooleanBuffer::collect_bool(count, is_fen), fens.nulls().cloned()))
            }
            Question::AttackedSquares => {
                let mut both = vec![[0; 2]; count];
                rows.read(&mut both, |positions, both| {
                    let (mut white, mut black) = ([0; BLOCK], [0; BLOCK]);
                    let (white, black) = (&mut white[..positions.len()], &mut black[..positions.len()]);
                    batch::attacked_squares(positions, white, black);
                    for ((both, white), black) in both.iter_mut().zip(white).zip(black) {
                        *both = [*white, *black];
                    }
                })?;
                let mut squares = vec![0; count];
                for (row, (to, both)) in squares.iter_mut().zip(both).enumerate() {
                    match second.color(row, &self.wrong)? {
                        Some(color) => *to = both[color],
                        None => rows.is_null(row),
                    }
                }
                words(squares, rows.nulls())
            }
        })
    }
}

fn words(values: Vec<u64>, nulls: Option<NullBuffer>) -> ArrayRef {
    let array: UInt64Array = PrimitiveArray::new(values.into(), nulls);
    Arc::new(array)
}

/// Whether a row has an answer.
fn is_valid(nulls: Option<&NullBuffer>, row: usize) -> bool {
    nulls.is_none_or(|nulls| nulls.is_valid(row))
}

/// The names of colors, in the words that `attacked_squares` takes.
fn color_names(colors: impl Iterator<Item = Color>, nulls: Option<&NullBuffer>) -> ArrayRef {
    let name = |color| if color == Color::White { "white" } else { "black" };
    let names = colors.enumerate().map(|(row, color)| is_valid(nulls, row).then(|| name(color)));
    Arc::new(names.collect::<StringArray>())
}

/// Writes what `of` returns for the checks and pins of each position.
fn of_checks<T>(positions: &[Position], out: &mut [T], of: impl Fn(&ChecksAndPins) -> T) {
    let mut found = [ChecksAndPins::default(); BLOCK];
    let found = &mut found[..positions.len()];
    batch::checks_and_pins(positions, found);
    for (to, from) in out.iter_mut().zip(found) {
        *to = of(from);
    }
}

/// The features of a position, computed from one reading of its FEN.
#[derive(Clone, Copy, Default)]
struct Features {
    black_to_move: bool,
    legal_move_count: u16,
    captures: u16,
    checks_given: u16,
    checks: ChecksAndPins,
    /// By white and by black.
    attacked: [u64; 2],
}

impl Features {
    fn of(positions: &[Position], features: &mut [Self]) {
        let count = positions.len();
        let mut counts = [0; BLOCK];
        let mut checks = [ChecksAndPins::default(); BLOCK];
        let (mut white, mut black) = ([0; BLOCK], [0; BLOCK]);
        batch::legal_move_counts(positions, &mut counts[..count]);
        batch::checks_and_pins(positions, &mut checks[..count]);
        batch::attacked_squares(positions, &mut white[..count], &mut black[..count]);
        for (row, to) in features.iter_mut().enumerate() {
            *to = Self {
                black_to_move: positions[row].side_to_move() == Color::Black,
                legal_move_count: counts[row],
                captures: Kind::Of(MoveSet::CAPTURES).count(&positions[row]),
                checks_given: Kind::Checks.count(&positions[row]),
                checks: checks[row],
                attacked: [white[row], black[row]],
            };
        }
    }

    fn fields() -> Fields {
        let field = |name: &str, kind| Field::new(name, kind, true);
        Fields::from(vec![
            field("side_to_move", DataType::Utf8),
            field("legal_move_count", DataType::UInt16),
            field("captures", DataType::UInt16),
            field("checks", DataType::UInt16),
            field("in_check", DataType::Boolean),
            field("checkers", DataType::UInt64),
            field("pinned", DataType::UInt64),
            field("evasions", DataType::UInt64),
            field("king_danger", DataType::UInt64),
            field("attacked_by_white", DataType::UInt64),
            field("attacked_by_black", DataType::UInt64),
        ])
    }

    /// The columns of the struct. Each has the nulls of the struct, because DataFusion returns a field as it
    /// is.
    fn into_array(features: &[Self], nulls: Option<NullBuffer>) -> ArrayRef {
        let color = |features: &Self| if features.black_to_move { Color::Black } else { Color::White };
        let boards = |of: fn(&Self) -> u64| words(features.iter().map(of).collect(), nulls.clone());
        let counts = |of: fn(&Self) -> u16| -> ArrayRef {
            let counts: Vec<u16> = features.iter().map(of).collect();
            Arc::new(UInt16Array::new(counts.into(), nulls.clone()))
        };
        let in_check: Vec<bool> = features.iter().map(|features| features.checks.checkers != 0).collect();
        let columns: Vec<ArrayRef> = vec![
            color_names(features.iter().map(color), nulls.as_ref()),
            counts(|features| features.legal_move_count),
            counts(|features| features.captures),
            counts(|features| features.checks_given),
            Arc::new(BooleanArray::new(in_check.into(), nulls.clone())),
            boards(|features| features.checks.checkers),
            boards(|features| features.checks.pinned),
            boards(|features| features.checks.evasions),
            boards(|features| features.checks.king_danger),
            boards(|features| features.attacked[0]),
            boards(|features| features.attacked[1]),
        ];
        Arc::new(StructArray::new(Self::fields(), columns, nulls))
    }
}

/// A column of FENs, and which rows have a result.
struct Rows<'a, A> {
    fens: A,
    wrong: &'a Wrong,
    name: &'a str,
    /// Empty as long as all rows have one.
    valid: Vec<bool>,
}

impl<'a, A: StringArrayType<'a>> Rows<'_, A> {
    /// Parses all positions and computes the results block by block.
    fn read<T>(&mut self, answers: &mut [T], mut ask: impl FnMut(&[Position], &mut [T])) -> Result<()> {
        let mut positions = [NOTHING; BLOCK];
        for (block, answers) in answers.chunks_mut(BLOCK).enumerate() {
            let positions = &mut positions[..answers.len()];
            for (row, to) in (BLOCK * block..).zip(positions.iter_mut()) {
                *to = NOTHING;
                if self.fens.is_null(row) {
                    self.is_null(row);
                    continue;
                }
                let fen = self.fens.value(row);
                match Position::from_fen_bytes(fen.as_bytes()) {
                    Ok(position) => *to = position,
                    Err(error) => {
                        let name = self.name;
                        let column = error.column();
                        self.wrong
                            .row(|| format!("{name}({fen:?}): invalid FEN, column {column}: {error}"))?;
                        self.is_null(row);
                    }
                }
            }
            ask(positions, answers);
        }
        Ok(())
    }

    fn is_null(&mut self, row: usize) {
        self.valid.resize(self.fens.len(), true);
        self.valid[row] = false;
    }

    fn nulls(self) -> Option<NullBuffer> {
        (!self.valid.is_empty()).then(|| self.valid.into())
    }
}

/// A kind of legal moves that `legal_move_count` counts.
#[derive(Clone, Copy)]
enum Kind {
    Of(MoveSet),
    /// Those that give check.
    Checks,
}

impl Kind {
    const ALL: [(&str, Self); 4] = [
        ("captures", Self::Of(MoveSet::CAPTURES)),
        ("promotions", Self::Of(MoveSet::PROMOTIONS)),
        ("quiets", Self::Of(MoveSet::QUIETS)),
        ("checks", Self::Checks),
    ];

    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, kind)| kind)
    }

    fn count(self, position: &Position) -> u16 {
        let moves = match self {
            Self::Of(set) => position.legal_moves_of(set, &mut []),
            Self::Checks => {
                position.moves().iter().filter(|&&each: &&Move| position.gives_check(each)).count()
            }
        };
        // No position has more than a few hundred legal moves.
        moves as u16
    }
}

/// The second argument: none, one text, or one for each row.
enum Words {
    None,
    All(ScalarValue),
    Each(ArrayRef),
}

impl Words {
    /// Returns the text of a row.
    fn at(&self, row: usize) -> Result<Option<String>> {
        let word = match self {
            Self::None => return Ok(None),
            Self::All(word) => word.clone(),
            Self::Each(words) => ScalarValue::try_from_array(words, row)?,
        };
        Ok(word.try_as_str().flatten().map(str::to_owned))
    }

    /// Returns 0 for white, 1 for black, or `None` if the row is null or not a color.
    fn color(&self, row: usize, wrong: &Wrong) -> Result<Option<usize>> {
        let Some(text) = self.at(row)? else { return Ok(None) };
        let is = |name: &str| text.eq_ignore_ascii_case(name);
        if is("white") || is("w") {
            return Ok(Some(0));
        }
        if is("black") || is("b") {
            return Ok(Some(1));
        }
        wrong.row(|| format!("attacked_squares: {text:?} is not a color; expected 'white' or 'black'"))?;
        Ok(None)
    }
}
