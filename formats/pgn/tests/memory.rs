//! A file of 100 MB is read in bounded memory. The peak is that of the whole process, so nothing else is
//! tested here.
#![cfg(target_os = "linux")]

use std::io::{self, Read};

use quadline_pgn::{Parts, Problem, Reader};

/// The bytes of the file.
const LENGTH: u64 = 100_000_000;

/// A file that consists of the same text again and again, and is not in memory.
struct Repeated<'a> {
    text: &'a [u8],
    /// The place in the text.
    at: usize,
}

impl Read for Repeated<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = buffer.len().min(self.text.len() - self.at);
        buffer[..count].copy_from_slice(&self.text[self.at..][..count]);
        self.at = (self.at + count) % self.text.len();
        Ok(count)
    }
}

fn repeated(text: &[u8]) -> impl Read {
    Repeated { text, at: 0 }.take(LENGTH / text.len() as u64 * text.len() as u64)
}

/// Returns the peak of the memory of this process in bytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("the status of the process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak");
    1024 * line.trim().trim_end_matches("kB").trim().parse::<u64>().expect("a number of kB")
}

#[test]
fn a_file_of_100_mb_is_read_in_bounded_memory() {
    let mut text = String::from("[Event \"Rated Blitz game\"]\n[White \"player\"]\n[Result \"1/2-1/2\"]\n\n");
    for number in 1..=60 {
        text += &format!("{number}. Nf3 {{ [%eval 0.17] [%clk 0:03:00] }} Nf6 ");
        text += if number % 2 == 1 { "Ng1 Ng8 " } else { "\n" };
    }
    text += "1/2-1/2\n\n";
    let most = LENGTH / text.len() as u64;
    let before = peak();

    let mut games = Reader::new(repeated(text.as_bytes()));
    while let Some(game) = games.next_game() {
        let game = game.expect("a game");
        assert_eq!(game.tags().len(), 3);
        if game.number() == most {
            assert_eq!(game.offset(), (most - 1) * text.len() as u64);
        }
    }
    let one_by_one = peak() - before;

    let mut bytes = 0;
    for part in Parts::new(repeated(text.as_bytes())).with_size(1 << 20) {
        bytes += part.expect("a part").bytes().len() + 2;
    }
    assert!(bytes as u64 >= LENGTH - 2 * text.len() as u64, "{bytes}");
    let in_parts = peak() - before;

    // One game: a comment without an end.
    let mut games = Reader::new(b"1. e4 {".chain(repeated(b"a comment \n"))).with_limit(1 << 20);
    let error = games.next_game().expect("a game").expect_err("a game that is too long");
    assert!(matches!(error.problem(), Problem::TooLong(_)), "{error}");
    assert!(games.next_game().is_none());
    let too_long = peak() - before;

    println!("games {one_by_one}, parts {in_parts}, a game that is too long {too_long} bytes");
    assert!(one_by_one < 1 << 20, "{one_by_one}");
    assert!(in_parts < 4 << 20, "{in_parts}");
    assert!(too_long < 8 << 20, "{too_long}");
}
