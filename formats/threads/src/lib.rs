//! Jobs on threads, for the readers of files and the bindings.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

/// Runs each job on a thread and returns the results in the order of the jobs.
///
/// The calling thread runs jobs as well, so one job needs no other thread. If the system refuses a thread,
/// as containers with a limit do, the threads that there are run all jobs.
///
/// # Examples
///
/// ```
/// assert_eq!(quadline_threads::run(vec![1, 2, 3], |job| 10 * job), [10, 20, 30]);
/// ```
///
/// # Panics
///
/// Panics if a job panics, with the message of that job.
pub fn run<J: Send, R: Send>(jobs: Vec<J>, work: impl Fn(J) -> R + Sync) -> Vec<R> {
    run_on(Builder::new, jobs, work)
}

fn run_on<J: Send, R: Send>(
    builder: impl Fn() -> Builder,
    jobs: Vec<J>,
    work: impl Fn(J) -> R + Sync,
) -> Vec<R> {
    let threads = jobs.len();
    let jobs = Mutex::new(jobs.into_iter().enumerate());
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = || {
        let mut results = Vec::new();
        while let Some((number, job)) = next() {
            results.push((number, work(job)));
        }
        results
    };
    let mut results = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map_while(|_| builder().spawn_scoped(scope, run).ok()).collect();
        let mut results = run();
        for other in others {
            results.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        results
    });
    results.sort_unstable_by_key(|&(number, _)| number);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    #[test]
    fn each_job_has_a_thread() {
        // Each job waits for all others.
        let together = Barrier::new(5);
        let work = |job: usize| {
            together.wait();
            10 * job
        };
        assert_eq!(run((0..5).collect(), work), [0, 10, 20, 30, 40]);
        assert_eq!(run(Vec::new(), work), []);
    }

    #[test]
    fn refused_threads_leave_their_jobs_to_the_others() {
        // No system has so much memory for a stack.
        let refused = || Builder::new().stack_size(1 << 60);
        assert!(refused().spawn(|| {}).is_err());
        assert_eq!(run_on(refused, (0..100).collect(), |job| job + 1), (1..101).collect::<Vec<_>>());
    }

    #[test]
    #[should_panic(expected = "job 3")]
    fn a_panic_has_its_message() {
        run((0..5).collect(), |job| assert!(job != 3, "job {job}"));
    }
}
