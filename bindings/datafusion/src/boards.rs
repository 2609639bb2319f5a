//! Functions of boards.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, Int64Array, ListBuilder, StringBuilder};
use datafusion::arrow::buffer::ScalarBuffer;
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Int64Type, UInt64Type};
use datafusion::common::{Result, ScalarValue, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use quadline::Square;

use crate::texts::{MOST_BYTES, append};

pub(crate) fn udfs() -> Vec<ScalarUDF> {
    [Question::BitCount, Question::SquareNames].map(|question| OfBoard::new(question).into()).into()
}

/// Returns the type that a board of this type is read as: the 64 bits are the same in both.
pub(crate) fn board_type(integer: &DataType) -> DataType {
    if matches!(integer, DataType::UInt64) { DataType::UInt64 } else { DataType::Int64 }
}

/// Returns the bits of the boards. The values of null rows are unspecified.
pub(crate) fn words(boards: &ArrayRef) -> Result<ScalarBuffer<u64>> {
    Ok(match boards.data_type() {
        DataType::UInt64 => boards.as_primitive::<UInt64Type>().values().clone(),
        _ => cast(boards, &DataType::Int64)?.as_primitive::<Int64Type>().values().inner().clone().into(),
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Question {
    BitCount,
    SquareNames,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct OfBoard {
    question: Question,
    signature: Signature,
}

impl OfBoard {
    fn new(question: Question) -> Self {
        Self { question, signature: Signature::user_defined(Volatility::Immutable) }
    }
}

impl ScalarUDFImpl for OfBoard {
    fn name(&self) -> &str {
        match self.question {
            Question::BitCount => "bit_count",
            Question::SquareNames => "square_names",
        }
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(match self.question {
            // Signed, so that the difference of two counts can be negative.
            Question::BitCount => DataType::Int64,
            Question::SquareNames => DataType::new_list(DataType::Utf8, true),
        })
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        match types {
            [board] if board.is_integer() || board.is_null() => Ok(vec![board_type(board)]),
            _ => plan_err!("{}(board) takes one integer, not {types:?}", self.name()),
        }
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let scalar = matches!(arguments.args[0], ColumnarValue::Scalar(_));
        let boards = arguments.args[0].to_array(if scalar { 1 } else { arguments.number_rows })?;
        let words = words(&boards)?;
        let answers: ArrayRef = match self.question {
            Question::BitCount => {
                let counts: Vec<i64> = words.iter().map(|word| word.count_ones().into()).collect();
                Arc::new(Int64Array::new(counts.into(), boards.nulls().cloned()))
            }
            Question::SquareNames => {
                let mut lists = ListBuilder::new(StringBuilder::new());
                for (row, &word) in words.iter().enumerate() {
                    if boards.is_valid(row) {
                        for square in Square::ALL.into_iter().filter(|square| word & square.bit() != 0) {
                            append(lists.values(), &square.to_string(), MOST_BYTES)?;
                        }
                    }
                    lists.append(boards.is_valid(row));
                }
                Arc::new(lists.finish())
            }
        };
        Ok(if scalar {
            ColumnarValue::Scalar(ScalarValue::try_from_array(&answers, 0)?)
        } else {
            ColumnarValue::Array(answers)
        })
    }
}
