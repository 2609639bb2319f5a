//! Threads that work on the items of an iterator, with results in the order of the items.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Calls `work` with each item, on this thread and on others, and `write` with the results, one at a time and
/// in the order of the items. Each thread takes an item when it has finished the one before.
///
/// At most two results for each thread are in memory. After an error, no item is taken, and the results that
/// are before it in the order have been written.
///
/// # Errors
///
/// Returns the first error of `work` and `write`, in the order of the items.
pub fn in_order<I: Iterator<Item: Send> + Send, T: Send>(
    threads: usize,
    items: I,
    work: impl Fn(I::Item) -> io::Result<T> + Sync,
    write: impl FnMut(T) -> io::Result<()> + Send,
) -> io::Result<()> {
    let items = Mutex::new(items.enumerate());
    let results =
        Mutex::new(Results { write, waiting: BTreeMap::new(), next: 0, error: None, is_stopped: false });
    let written = Condvar::new();
    let run = || {
        // If this thread panics, the others may not wait for it.
        let _stop = Stop(|| {
            lock(&results).is_stopped = true;
            written.notify_all();
        });
        loop {
            let full = |results: &mut Results<T, _>| !results.is_stopped && results.waiting.len() >= threads;
            let guard = written.wait_while(lock(&results), full).unwrap_or_else(PoisonError::into_inner);
            if guard.is_stopped {
                return;
            }
            drop(guard);
            let Some((number, item)) = lock(&items).next() else { return };
            let result = work(item);
            lock(&results).add(number, result);
            written.notify_all();
        }
    };
    quadline_threads::run(vec![(); threads], |()| run());
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.error.map_or(Ok(()), Err)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The results that wait for one before them.
struct Results<T, W> {
    write: W,
    waiting: BTreeMap<usize, io::Result<T>>,
    /// The number of the result that is written next.
    next: usize,
    error: Option<io::Error>,
    is_stopped: bool,
}

impl<T, W: FnMut(T) -> io::Result<()>> Results<T, W> {
    /// Adds a result, and writes those that are next.
    fn add(&mut self, number: usize, result: io::Result<T>) {
        self.waiting.insert(number, result);
        while let Some(result) = self.waiting.remove(&self.next) {
            self.next += 1;
            if self.error.is_none()
                && let Err(error) = result.and_then(&mut self.write)
            {
                self.error = Some(error);
                self.is_stopped = true;
            }
        }
    }
}

/// Calls a function when a thread unwinds.
struct Stop<F: FnMut()>(F);

impl<F: FnMut()> Drop for Stop<F> {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.0)();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_are_in_order() {
        for threads in [1, 2, 5] {
            let mut results = Vec::new();
            let in_memory = AtomicUsize::new(0);
            let work = |item: usize| {
                assert!(in_memory.fetch_add(1, Ordering::SeqCst) < 2 * threads, "too many results");
                // The first of each few takes longest.
                thread::sleep(Duration::from_millis(if item.is_multiple_of(7) { 5 } else { 0 }));
                Ok(10 * item)
            };
            let write = |result| {
                in_memory.fetch_sub(1, Ordering::SeqCst);
                results.push(result);
                Ok(())
            };
            in_order(threads, 0..100, work, write).expect("no error");
            assert!(results.iter().copied().eq((0..100).map(|item| 10 * item)), "{results:?}");
        }
    }

    #[test]
    fn the_first_error_ends_the_work() {
        let wrong = |item: usize| io::Error::other(item.to_string());
        for threads in [1, 3] {
            let mut results = Vec::new();
            let work = |item| if item % 10 == 9 { Err(wrong(item)) } else { Ok(item) };
            let write = |result| {
                results.push(result);
                Ok(())
            };
            let error = in_order(threads, 0.., work, write).expect_err("an error");
            assert_eq!(error.to_string(), "9");
            assert_eq!(results, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
            let error = in_order(threads, 0.., Ok, |item| if item < 20 { Ok(()) } else { Err(wrong(item)) });
            assert_eq!(error.expect_err("an error").to_string(), "20");
        }
    }

    #[test]
    #[should_panic(expected = "a panic in another thread")]
    fn a_panic_ends_all_threads() {
        let main = thread::current().id();
        let work = |()| {
            assert!(thread::current().id() == main, "a panic in another thread");
            thread::sleep(Duration::from_millis(1));
            Ok(())
        };
        let _ = in_order(2, std::iter::repeat(()), work, |()| Ok(()));
    }
}
