//! Functions of sliders.

use std::sync::Arc;

use datafusion::arrow::array::{Array, AsArray, UInt64Array};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Int64Type};
use datafusion::common::{Result, ScalarValue, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use quadline::{Square, batch};

use crate::Wrong;
use crate::boards::{board_type, words};

type Batch = fn(&[Square], &[u64], &mut [u64]);

pub(crate) fn udfs(wrong: &Wrong) -> Vec<ScalarUDF> {
    [Piece::Rook, Piece::Bishop, Piece::Queen].map(|piece| Attacks::new(piece, wrong.clone()).into()).into()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Piece {
    Rook,
    Bishop,
    Queen,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Attacks {
    piece: Piece,
    signature: Signature,
    wrong: Wrong,
}

impl Attacks {
    fn new(piece: Piece, wrong: Wrong) -> Self {
        Self { piece, signature: Signature::user_defined(Volatility::Immutable), wrong }
    }
}

impl ScalarUDFImpl for Attacks {
    fn name(&self) -> &str {
        match self.piece {
            Piece::Rook => "rook_attacks",
            Piece::Bishop => "bishop_attacks",
            Piece::Queen => "queen_attacks",
        }
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::UInt64)
    }

    /// Converts the square to a signed integer, and keeps the type of the board.
    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        let is_integer = |kind: &DataType| kind.is_integer() || kind.is_null();
        match types {
            [square, occupied] if is_integer(square) && is_integer(occupied) => {
                Ok(vec![DataType::Int64, board_type(occupied)])
            }
            _ => plan_err!("{}(square, occupied) takes two integers, not {types:?}", self.name()),
        }
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let scalar = arguments.args.iter().all(|value| matches!(value, ColumnarValue::Scalar(_)));
        let rows = if scalar { 1 } else { arguments.number_rows };
        let numbers = cast(&arguments.args[0].to_array(rows)?, &DataType::Int64)?;
        let numbers = numbers.as_primitive::<Int64Type>();
        let boards = arguments.args[1].to_array(rows)?;
        let words = words(&boards)?;
        let mut valid = vec![true; rows];
        let mut squares = vec![Square::A1; rows];
        for (row, (square, valid)) in squares.iter_mut().zip(&mut valid).enumerate() {
            if numbers.is_null(row) || boards.is_null(row) {
                *valid = false;
                continue;
            }
            let number = numbers.value(row);
            match u8::try_from(number).ok().and_then(Square::new) {
                Some(found) => *square = found,
                None => {
                    let name = self.name();
                    self.wrong.row(|| {
                        format!("{name}: invalid square: {number}; squares are 0 to 63, a1 = 0, h8 = 63")
                    })?;
                    *valid = false;
                }
            }
        }
        let batch: Batch = match self.piece {
            Piece::Rook => batch::rook_attacks,
            Piece::Bishop => batch::bishop_attacks,
            Piece::Queen => batch::queen_attacks,
        };
        let mut attacks = vec![0; rows];
        batch(&squares, &words, &mut attacks);
        let nulls = valid.contains(&false).then(|| valid.into());
        let attacks = UInt64Array::new(attacks.into(), nulls);
        Ok(if scalar {
            ColumnarValue::Scalar(ScalarValue::try_from_array(&attacks, 0)?)
        } else {
            ColumnarValue::Array(Arc::new(attacks))
        })
    }
}
