//! Finds the ends of comments in braces (section 5 of the standard).

use super::tags::{parse_tag, tag_after_empty_line};
use super::{Ahead, Scanner, work};

/// Searches for the end of a comment.
pub(super) enum Comment {
    Closed(usize),
    /// The comment is not closed. The next game begins here.
    Open(usize),
    More(usize),
}

impl Scanner {
    /// Searches for the end of a comment (section 5). The place is in the comment.
    #[cold]
    pub(super) fn close_comment(&mut self, bytes: &[u8], from: usize, is_end: bool) -> Comment {
        // Not further than the longest game, so that reading in pieces finds the same.
        let most = self.begin.unwrap_or(0) + self.limit as isize;
        let mut at = from;
        loop {
            while self.is_in_tags && (at as isize) < most {
                // `{` has no meaning in their values.
                let blanks = bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                work::add(blanks + 1);
                let place = at + blanks;
                self.is_in_tags = match bytes.get(place) {
                    Some(b'[') => {
                        let (ahead, is_all) = self.ahead(bytes, place, is_end);
                        match parse_tag(ahead, place, is_all) {
                            Ahead::Known(tag) if tag.values.is_ok() => {
                                work::add(tag.end - place);
                                // The first brace ends a comment, so this would be its end.
                                if memchr::memchr(b'}', &bytes[place..tag.end]).is_some() {
                                    return Comment::Open(self.candidate.unwrap_or(place));
                                }
                                at = tag.end;
                                true
                            }
                            Ahead::Known(_) => {
                                at = place;
                                false
                            }
                            Ahead::Unknown => return self.more_of_comment(bytes, at),
                        }
                    }
                    None if !is_end => return self.more_of_comment(bytes, at),
                    _ => false,
                };
            }
            if let Some(candidate) = self.candidate {
                let most = at.max(usize::try_from(most).unwrap_or(0));
                let is_long = bytes.len() > most;
                let rest = &bytes[at..bytes.len().min(most)];
                let found = memchr::memchr2(b'}', b'{', rest);
                work::add(found.unwrap_or(rest.len()));
                match found {
                    Some(place) if rest[place] == b'}' => {
                        self.candidate = None;
                        self.is_in_comment = false;
                        return Comment::Closed(at + place + 1);
                    }
                    None if !is_long && !is_end => {
                        self.at = bytes.len();
                        return Comment::More(1);
                    }
                    _ => return Comment::Open(candidate),
                }
            }
            let Some(place) = memchr::memchr3(b'}', b'\n', b'\r', &bytes[at..]) else {
                work::add(bytes.len() - at);
                self.at = bytes.len();
                return if is_end { Comment::Open(self.at) } else { Comment::More(1) };
            };
            at += place;
            work::add(place + 1);
            if bytes[at] == b'}' {
                self.is_in_comment = false;
                return Comment::Closed(at + 1);
            }
            let (ahead, is_all) = self.ahead(bytes, at, is_end);
            match tag_after_empty_line(ahead, at, is_all) {
                Ahead::Known((end, is_tag)) => {
                    self.candidate = is_tag.then_some(end);
                    self.is_in_tags = is_tag;
                    at = end;
                }
                Ahead::Unknown => return self.more_of_comment(bytes, at),
            }
        }
    }

    fn more_of_comment(&mut self, bytes: &[u8], at: usize) -> Comment {
        self.at = at;
        Comment::More(1 + (bytes.len() - at) / 4)
    }
}

/// Returns the braces that begin or end a comment: others are in a comment, or close nothing.
#[cold]
#[inline(never)]
pub(super) fn effective_braces(open: u64, close: u64, comment: u64) -> u64 {
    let (mut braces, mut effective) = (open | close, 0);
    let mut is_in_comment = comment != 0;
    while braces != 0 {
        let lowest = braces & braces.wrapping_neg();
        if (close & lowest != 0) == is_in_comment {
            effective |= lowest;
            is_in_comment = !is_in_comment;
        }
        braces ^= lowest;
    }
    effective
}
