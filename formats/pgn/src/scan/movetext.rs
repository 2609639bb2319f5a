//! Finds the end of the movetext of a game (section 8.2 of the standard).

use super::comments::{Comment, effective_braces};
use quadline_kernels::internal::games::movetext::{RESULT_WINDOW, begins_token, result_length};

use super::tags::is_tag;
use super::{Ahead, LOOK_BACK, Scanner, Step, line_end, work};
use crate::masks::{Masks, Window};

/// The most spaces before a tag that are looked at: bytes before them may have been dropped.
const MOST_INDENT: usize = LOOK_BACK - 4;

/// The meaning of a special character in movetext.
enum Event {
    Nothing,
    /// The text is in this number of variations now.
    Depth(usize),
    /// Go on at this place, outside of comments.
    Jump(usize),
    Line,
    End(usize),
    More(usize),
}

impl Scanner {
    /// Reads movetext up to the end of the game.
    #[inline(always)]
    pub(super) fn moves(&mut self, bytes: &[u8], is_end: bool, all_masks: impl Masks) -> Step {
        let mut at = self.at;
        // All bits are set if the byte before is in a comment.
        let mut comment = if self.is_in_comment { !0 } else { 0u64 };
        let mut depth = self.depth;
        if self.candidate.is_some() {
            match self.close_comment(bytes, at, is_end) {
                Comment::Closed(end) => (at, comment) = (end, 0),
                Comment::Open(end) => return self.end_game(bytes, end),
                Comment::More(count) => return Step::More(count),
            }
        }
        if self.is_in_line {
            at = line_end(bytes, at);
            self.is_in_line = at == bytes.len() && !is_end;
        }
        // The end of the game, or the number of bytes that are missing.
        let end = 'text: loop {
            if at == bytes.len() {
                self.at = at;
                self.is_in_comment = comment != 0;
                break if is_end { Ok(at) } else { Err(1) };
            }
            work::add(64);
            let edge;
            let window = match at.checked_sub(1).and_then(|before| bytes[before..].first_chunk::<65>()) {
                Some(window) => window,
                None => {
                    edge = window_at_edge(bytes, at);
                    &edge
                }
            };
            let masks = all_masks.text(window);
            let mut comments = all_masks.prefix_xor(masks.open | masks.close) ^ comment;
            if masks.open & !comments | masks.close & comments != 0 {
                comments = all_masks.prefix_xor(effective_braces(masks.open, masks.close, comment)) ^ comment;
            }
            // The same for variations, unless there is one in another one.
            let begins = masks.variations & !comments;
            let ends = masks.variation_ends & !comments;
            let variations = all_masks.prefix_xor(begins | ends) ^ (depth as u64).wrapping_neg();
            let are_nested = depth > 1 || begins & !variations | ends & variations != 0;
            let mut events = masks.special & !comments | masks.empty;
            if are_nested {
                events |= begins | ends;
            }
            while events != 0 {
                let bit = events.trailing_zeros();
                let place = at + bit as usize;
                if !are_nested {
                    depth = (variations >> bit & 1) as usize;
                }
                if comments >> bit & 1 != 0 {
                    // An empty line in a comment.
                    match self.close_comment(bytes, place - 1, is_end) {
                        Comment::Closed(end) => (at, comment) = (end, 0),
                        Comment::Open(end) => break 'text Ok(end),
                        Comment::More(count) => {
                            self.is_in_comment = true;
                            break 'text Err(count);
                        }
                    }
                    continue 'text;
                }
                events &= events - 1;
                match self.event(bytes, place, depth, is_end) {
                    Event::Nothing => {}
                    Event::Depth(new) => depth = new,
                    Event::Jump(to) => {
                        (at, comment) = (to, 0);
                        continue 'text;
                    }
                    Event::Line => {
                        (at, comment) = (line_end(bytes, place), 0);
                        self.is_in_line = at == bytes.len() && !is_end;
                        continue 'text;
                    }
                    Event::End(end) => break 'text Ok(end),
                    Event::More(count) => {
                        self.at = place;
                        self.is_in_comment = false;
                        break 'text Err(count);
                    }
                }
            }
            comment = ((comments as i64) >> 63) as u64;
            if !are_nested {
                depth = (variations >> 63) as usize;
            }
            at = bytes.len().min(at + 64);
        };
        self.depth = depth;
        match end {
            Ok(end) => self.end_game(bytes, end),
            Err(count) => Step::More(count),
        }
    }

    /// Returns the meaning of a character outside of comments.
    #[inline]
    fn event(&mut self, bytes: &[u8], at: usize, depth: usize, is_end: bool) -> Event {
        match bytes[at] {
            b'*' if depth == 0 => {
                self.result = Some(at);
                Event::End(at + 1)
            }
            b'-' | b'/' | b':' | 0x80.. if depth == 0 => self.result(bytes, at, is_end),
            b'(' => Event::Depth(depth + 1),
            b')' => Event::Depth(depth.saturating_sub(1)),
            b';' => Event::Line,
            b'%' if self.is_line_start(bytes, at) => Event::Line,
            b'[' => self.bracket(bytes, at, is_end),
            b'\n' | b'\r' => self.empty_line(bytes, at, is_end),
            _ => Event::Nothing,
        }
    }

    /// Ends the game after a result. The place is that of the first byte that is not a digit. This is outside of
    /// the loop over blocks, whose variables then stay in registers.
    #[inline(never)]
    fn result(&mut self, bytes: &[u8], at: usize, is_end: bool) -> Event {
        let before = &bytes[..at];
        let begin = if bytes[at] == 0xc2 {
            at
        } else if before.ends_with(b"1") || before.ends_with(b"0") {
            at - 1
        } else {
            return Event::Nothing;
        };
        if bytes.len() < begin + RESULT_WINDOW && !is_end {
            return Event::More(RESULT_WINDOW);
        }
        // The first token of a game is one whatever is before it, so that parts of a file are read like it.
        let text = self.text.unwrap_or(begin);
        let is_token = begin == text || begin > text && begins_token(bytes, begin);
        match result_length(&bytes[begin..]).filter(|_| is_token) {
            Some(length) => {
                self.result = Some(begin);
                Event::End(begin + length)
            }
            None => Event::Nothing,
        }
    }

    /// Ends the game before a tag.
    fn bracket(&self, bytes: &[u8], at: usize, is_end: bool) -> Event {
        let line = &bytes[..at];
        let indented =
            line.iter().rev().take(MOST_INDENT).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        work::add(indented);
        if self.is_line_start(bytes, at - indented) {
            // A command that belongs into a comment.
            return match bytes.get(at + 1) {
                Some(b'%') => Event::Nothing,
                None if !is_end => Event::More(1),
                _ => Event::End(at),
            };
        }
        let (ahead, is_all) = self.ahead(bytes, at, is_end);
        match is_tag(ahead, at, is_all) {
            Ahead::Known(true) => Event::End(at),
            Ahead::Known(false) => Event::Nothing,
            Ahead::Unknown => Event::More(1 + (bytes.len() - at) / 4),
        }
    }

    /// Ends the game before the move number 1, unless it is that of Black's move after a comment.
    fn empty_line(&self, bytes: &[u8], at: usize, is_end: bool) -> Event {
        let (ahead, is_end) = self.ahead(bytes, at, is_end);
        let rest = &ahead[at..];
        let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let number = &rest[blanks..];
        let digits = &number[number.len().min(2)..];
        let spaces = digits.iter().take_while(|&&byte| byte == b' ').count();
        let next = digits.get(spaces);
        work::add(blanks + spaces);
        let may_follow =
            number.is_empty() || b"1.".starts_with(&number[..number.len().min(2)]) && next.is_none();
        if may_follow && !is_end {
            return Event::More(1 + rest.len() / 4);
        }
        if number.starts_with(b"1.") && next.is_some_and(|&byte| byte != b'.') {
            return Event::End(at + blanks);
        }
        Event::Jump(at + blanks)
    }
}

/// Returns the window of a block that is not whole, or that has no byte before it.
#[cold]
fn window_at_edge(bytes: &[u8], at: usize) -> Window {
    let mut window = [b' '; 65];
    let (before, block) = bytes.split_at(at);
    if let Some(&byte) = before.last() {
        window[0] = byte;
    }
    let length = block.len().min(64);
    window[1..][..length].copy_from_slice(&block[..length]);
    window
}
