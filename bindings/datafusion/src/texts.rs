//! Arrays of text, whose offsets have 32 bits.

use datafusion::arrow::array::StringBuilder;
use datafusion::common::{Result, exec_err};

/// The most bytes that the text of an array can have.
pub(crate) const MOST_BYTES: usize = i32::MAX as usize;

/// Appends a text, or returns an error if the array would have more than `most` bytes. Arrow would panic.
pub(crate) fn append(texts: &mut StringBuilder, text: &str, most: usize) -> Result<()> {
    if texts.values_slice().len() + text.len() > most {
        return exec_err!(
            "the texts that answer a batch have more than {most} bytes; read fewer rows at once, for example with SET \
             datafusion.execution.batch_size = 256"
        );
    }
    texts.append_value(text);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_bytes_than_an_array_has_are_an_error() {
        let mut texts = StringBuilder::new();
        for text in ["abcd", "efgh", "", "ij"] {
            append(&mut texts, text, 10).unwrap();
        }
        let error = append(&mut texts, "k", 10).unwrap_err().to_string();
        assert!(error.contains("more than 10 bytes") && error.contains("batch_size"), "{error}");
        append(&mut texts, "", 10).unwrap();
        assert_eq!(texts.finish().iter().flatten().collect::<Vec<_>>(), ["abcd", "efgh", "", "ij", ""]);
    }
}
