//! Records of the [EPD format](https://www.chessprogramming.org/Extended_Position_Description) (Steven J.
//! Edwards, 1994): the first four fields of a FEN, then operations that end with semicolons.

/// Returns the length of the FEN that a record begins with.
///
/// The FEN has four fields, or six with the counters that EPD leaves out. What follows are operations, which
/// begin with a letter, or a semicolon, as in suites for perft: `FEN ;D1 20 ;D2 400`.
pub fn fen_length(record: &[u8]) -> usize {
    let record = record.split(|&byte| byte == b';').next().unwrap_or_default();
    let (mut end, mut rest) = (0, record.trim_ascii_start());
    for field in 0.. {
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        // A counter that does not begin with a digit is left to the reader of the FEN, which explains what is
        // wrong with it.
        let is_operation = (field == 4 || field == 6) && rest.first().is_some_and(u8::is_ascii_alphabetic);
        if length == 0 || is_operation {
            break;
        }
        end = record.len() - rest.len() + length;
        rest = rest[length..].trim_ascii_start();
    }
    end
}

/// Returns the operations of a record, from the text after its FEN. A semicolon in a string is part of the
/// string.
///
/// # Errors
///
/// Returns the operation whose string is not closed.
pub fn operations(text: &str) -> Result<Vec<&str>, &str> {
    let (mut operations, mut begin, mut is_in_string) = (Vec::new(), 0, false);
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => is_in_string = !is_in_string,
            b';' if !is_in_string => {
                operations.push(text[begin..index].trim());
                begin = index + 1;
            }
            _ => {}
        }
    }
    let last = text[begin..].trim();
    if is_in_string {
        return Err(last);
    }
    operations.push(last);
    operations.retain(|operation| !operation.is_empty());
    Ok(operations)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

    fn fen(record: &str) -> &str {
        &record[..fen_length(record.as_bytes())]
    }

    #[test]
    fn the_fen_ends_before_the_operations() {
        let six = format!("{FOUR} 3 17");
        for rest in
            ["", " ", ";", " ;D1 5", " bm Ke2; id \"x\";", "  bm\tKe2;", " D1 5; D2 25;", " acd 3;\r\n"]
        {
            assert_eq!(fen(&format!("{FOUR}{rest}")), FOUR, "{rest}");
            assert_eq!(fen(&format!("{six}{rest}")), six, "{rest}");
        }
        assert_eq!(fen(&format!(" {FOUR} bm Ke2;")), format!(" {FOUR}"));
        // Counters that are wrong stay, so that they are reported.
        for rest in [" -1 1", " 0", " 0 x", " ?", " 0 1 2"] {
            assert_eq!(fen(&format!("{FOUR}{rest}")), format!("{FOUR}{rest}"));
        }
        assert_eq!(fen("bm Ke2"), "bm Ke2");
        assert_eq!(fen(""), "");
        assert_eq!(fen("; bm Ke2"), "");
    }

    #[test]
    fn operations_are_separated_outside_of_strings() {
        assert_eq!(operations(" bm Ke2; id \"a; b\";; D1 5 "), Ok(vec!["bm Ke2", "id \"a; b\"", "D1 5"]));
        assert_eq!(operations(" ;D1 5 ;D2 25"), Ok(vec!["D1 5", "D2 25"]));
        assert_eq!(operations("  "), Ok(Vec::new()));
        assert_eq!(operations("bm Ke2; id \"a; D1 5;"), Err("id \"a; D1 5;"));
    }
}
