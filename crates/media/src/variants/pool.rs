//! Thread pool with a bounded queue, because resizing must neither block the server's workers nor pile up.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

type Job = Box<dyn FnOnce() + Send>;

/// Thread pool. Dropping it lets the threads finish their current job and discards the queue.
#[derive(Debug)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
    capacity: usize,
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    closed: bool,
}

/// The queue is full.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl Pool {
    pub(crate) fn start(name: &str, workers: usize, capacity: usize) -> std::io::Result<Self> {
        let shared = Arc::new(Shared { queue: Mutex::default(), changed: Condvar::new() });
        for number in 0..workers {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(format!("{name}-{number}")).spawn(move || shared.work())?;
        }
        Ok(Self { shared, capacity })
    }

    /// Queues a job. A job that panics is dropped and its thread continues.
    pub(crate) fn submit(&self, job: impl FnOnce() + Send + 'static) -> Result<(), Full> {
        let mut queue = self.shared.lock();
        if queue.jobs.len() >= self.capacity {
            return Err(Full);
        }
        queue.jobs.push_back(Box::new(job));
        drop(queue);
        self.shared.changed.notify_one();
        Ok(())
    }
}

impl Shared {
    /// No invariant spans a panic under this lock, so a poisoned lock is safe to use.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        while let Some(job) = self.next() {
            if catch_unwind(AssertUnwindSafe(job)).is_err() {
                tracing::error!("image pool: a decoder panicked");
            }
        }
    }

    fn next(&self) -> Option<Job> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(job) = queue.jobs.pop_front() {
                return Some(job);
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        let forgotten = std::mem::take(&mut queue.jobs);
        drop(queue);
        self.shared.changed.notify_all();
        // Outside the lock, because dropping a job may run arbitrary code.
        drop(forgotten);
    }
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("waiting", &self.lock().jobs.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;

    #[test]
    fn full_queue_refuses_and_a_panic_keeps_the_thread_running() {
        let pool = Pool::start("test", 1, 1).unwrap();
        let (started_in, started) = sync_channel(1);
        let (release, gate) = sync_channel::<()>(0);
        pool.submit(move || {
            started_in.send(()).unwrap();
            gate.recv().unwrap();
            panic!("a decoder gave up");
        })
        .unwrap();
        started.recv().unwrap();

        let (done_in, done) = sync_channel(1);
        pool.submit(move || done_in.send(()).unwrap()).unwrap();
        assert_eq!(pool.submit(|| ()), Err(Full));
        release.send(()).unwrap();
        done.recv().unwrap();
    }
}
