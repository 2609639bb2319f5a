//! A progress bar on standard error.

use core::fmt::Write as _;
use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use quadline_examples::stderr_width;

/// The least time between two drawings.
const INTERVAL: Duration = Duration::from_millis(50);

/// The number of characters of the bar that is drawn. `None` after the end of the program has begun.
static DRAWN: Mutex<Option<usize>> = Mutex::new(Some(0));

/// A bar with the parts that are done, the time, an estimate of the time that is left, and a message. It is
/// hidden unless standard error is a terminal, and removed when it is dropped.
pub struct ProgressBar {
    message: String,
    width: Option<usize>,
    begin: Instant,
    /// The milliseconds after the beginning when the bar is drawn again.
    next: AtomicU64,
}

impl ProgressBar {
    pub fn new(message: String) -> Self {
        Self { message, width: stderr_width(), begin: Instant::now(), next: AtomicU64::new(0) }
    }

    pub fn set_message(&mut self, message: String) {
        self.message = message;
    }

    /// Draws the bar, unless it was drawn shortly before. Any thread may call this.
    pub fn update(&self, done: u64, all: u64) {
        let Some(width) = self.width else { return };
        let elapsed = self.begin.elapsed();
        let (now, next) = (elapsed.as_millis() as u64, self.next.load(Ordering::Relaxed));
        let later = now + INTERVAL.as_millis() as u64;
        // One of the threads draws.
        if now < next
            || self.next.compare_exchange(next, later, Ordering::Relaxed, Ordering::Relaxed).is_err()
        {
            return;
        }
        draw(&line(&self.message, done, all, elapsed, width));
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        draw("");
    }
}

/// Removes the bar for good, because the program is about to end.
pub fn clear_for_good() {
    draw("");
    *DRAWN.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Replaces the bar. Spaces remove it, because not every terminal knows escape sequences.
fn draw(line: &str) {
    let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(before) = *drawn else { return };
    if before == 0 && line.is_empty() {
        return;
    }
    let text = if line.is_empty() { format!("\r{:before$}\r", "") } else { format!("\r{line:before$}") };
    let mut stderr = io::stderr().lock();
    // An error of the terminal cannot be reported.
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
    *drawn = Some(line.chars().count());
}

/// Formats the bar for a terminal with so many columns.
fn line(message: &str, done: u64, all: u64, elapsed: Duration, width: usize) -> String {
    let columns = if width < 60 { 10 } else { 30 };
    let full = (u128::from(done.min(all)) * columns as u128 / u128::from(all.max(1))) as usize;
    let mut line = "█".repeat(full) + &"░".repeat(columns - full);
    let (elapsed_text, left) = (short(elapsed), time_left(done, all, elapsed));
    // Writing to a text does not fail.
    let _ = write!(line, " {done}/{all} {elapsed_text}{left}: {message}");
    // A character in the last column would begin a new line in some terminals.
    line.chars().take(width.saturating_sub(1)).collect()
}

/// Estimates the remaining time from the parts that are done. Returns an empty text unless these are enough
/// for an estimate: at least one, and a fiftieth of all.
fn time_left(done: u64, all: u64, elapsed: Duration) -> String {
    if done == 0 || done.saturating_mul(50) < all {
        return String::new();
    }
    let left = elapsed.mul_f64(all.saturating_sub(done) as f64 / done as f64);
    format!(", {} left", short(left))
}

/// Formats a time in one unit.
fn short(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..120 => format!("{seconds}s"),
        120..7_200 => format!("{}m", seconds / 60),
        7_200..172_800 => format!("{}h", seconds / 3_600),
        _ => format!("{}d", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remaining_time_is_not_guessed_from_nothing() {
        let seconds = Duration::from_secs;
        for done in [0, 7] {
            assert_eq!(time_left(done, 400, seconds(1)), "");
        }
        assert_eq!(time_left(0, 0, seconds(1)), "");
        assert_eq!(time_left(8, 400, seconds(1)), ", 49s left");
        assert_eq!(time_left(1, 20, seconds(2)), ", 38s left");
        assert_eq!(time_left(400, 400, seconds(9)), ", 0s left");
        assert_eq!(time_left(1, 3, seconds(60)), ", 2m left");
        assert_eq!(time_left(1, 3, seconds(3_600)), ", 2h left");
        assert_eq!(time_left(1, 3, seconds(86_400)), ", 2d left");
    }

    #[test]
    fn the_bar_fits_the_terminal() {
        let at = |done, width| line("start, depth 6, scalar", done, 4, Duration::from_secs(3), width);
        let (full, empty) = ("█".repeat(15), "░".repeat(15));
        assert_eq!(at(2, 100), format!("{full}{empty} 2/4 3s, 3s left: start, depth 6, scalar"));
        assert!(at(0, 100).starts_with("░") && !at(4, 100).contains('░'));
        assert!(at(9, 100).starts_with(&"█".repeat(30)));
        for width in 1..100 {
            assert!(at(2, width).chars().count() < width, "{width}");
        }
        assert!(at(2, 40).contains("2/4 3s"));
    }
}
