//! Thread pool for embedding, because it must neither block the server's threads nor queue without limit.

use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use tokio::sync::oneshot;

/// Scheduling priority of the threads (niceness).
#[derive(Clone, Copy, Debug)]
pub struct Niceness(i32);

impl Niceness {
    /// For shoppers' photos. Lower than page requests, which take a hundredth of the time of a photo.
    pub const PHOTO: Self = Self(10);
    /// For catalog images, which run only when the processor is idle.
    pub const PICTURE: Self = Self(19);
}

/// Whether a job is still wanted.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    pub fn stop(&self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Cancels its job when dropped, because the caller has gone.
struct CancelOnDrop(CancelToken);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Limits of the queue.
#[derive(Clone, Copy, Debug)]
pub struct QueueLimits {
    pub jobs: usize,
    /// Total bytes of queued and running images.
    pub bytes: usize,
}

/// The queue is full; estimated time until a slot is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueFull(pub Duration);

/// Thread pool with a bounded queue. Dropping it lets the threads finish their current job and discards the queue.
#[derive(Debug)]
pub struct ThreadPool {
    shared: Arc<Shared>,
    room: QueueLimits,
    threads: usize,
}

struct Job {
    bytes: usize,
    stop: CancelToken,
    run: Box<dyn FnOnce() -> Deliver + Send>,
}

/// Delivers the result of a job to the caller.
type Deliver = Box<dyn FnOnce() + Send>;

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    bytes: usize,
    closed: bool,
    /// Moving average of job durations, for the retry delay.
    avg_job_time: Duration,
}

impl ThreadPool {
    /// Starts threads with this name prefix.
    pub fn start(name: &str, threads: usize, niceness: Niceness, room: QueueLimits) -> std::io::Result<Self> {
        let state = State { avg_job_time: Duration::from_millis(100), ..State::default() };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(format!("{name}-{number}")).spawn(move || {
                // On Linux this applies to the calling thread. If it is refused, the work runs at normal priority.
                let _ = rustix::process::setpriority_process(None, niceness.0);
                shared.work();
            })?;
        }
        Ok(Self { shared, room, threads })
    }

    /// Runs `job` on a thread. If the returned future is dropped, the job is cancelled through its [`CancelToken`], or
    /// never starts. `bytes` is its memory.
    pub fn submit<T, J>(
        &self,
        bytes: usize,
        job: J,
    ) -> Result<impl Future<Output = Option<T>> + Send + use<T, J>, QueueFull>
    where
        T: Send + 'static,
        J: FnOnce(&CancelToken) -> T + Send + 'static,
    {
        let (sender, receiver) = oneshot::channel();
        let stop = CancelToken::default();
        let (wanted, told) = (CancelOnDrop(stop.clone()), stop.clone());
        let run = Box::new(move || -> Deliver {
            let outcome = catch_unwind(AssertUnwindSafe(|| job(&told)));
            Box::new(move || {
                let Ok(answer) = outcome else {
                    return tracing::error!("image pool: a decoder or the model panicked");
                };
                // Sending fails if the caller has gone.
                drop(sender.send(answer));
            })
        });
        let mut state = self.shared.lock();
        state.forget_the_stopped();
        if state.jobs.len() >= self.room.jobs || state.bytes + bytes > self.room.bytes {
            return Err(QueueFull(state.wait(self.threads)));
        }
        state.bytes += bytes;
        state.jobs.push_back(Job { bytes, stop, run });
        metrics::gauge!("image_search_queue").set(state.jobs.len() as f64);
        drop(state);
        self.shared.changed.notify_one();
        Ok(async move {
            let _wanted = wanted;
            receiver.await.ok()
        })
    }

    /// Estimated wait of a job submitted now.
    pub fn wait(&self) -> Duration {
        self.shared.lock().wait(self.threads)
    }
}

impl State {
    fn wait(&self, threads: usize) -> Duration {
        let ahead = u32::try_from(self.jobs.len() / threads.max(1) + 1).unwrap_or(u32::MAX);
        self.avg_job_time.saturating_mul(ahead)
    }

    /// Removes queued jobs whose callers have gone.
    fn forget_the_stopped(&mut self) {
        let Self { jobs, bytes, .. } = self;
        jobs.retain(|job| {
            let wanted = !job.stop.is_stopped();
            *bytes -= if wanted { 0 } else { job.bytes };
            wanted
        });
    }
}

impl Shared {
    /// No invariant spans a panic under this lock, so a poisoned lock is safe to use.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        while let Some(job) = self.next() {
            let began = Instant::now();
            let deliver = (job.run)();
            let mut state = self.lock();
            state.bytes -= job.bytes;
            state.avg_job_time = (state.avg_job_time * 7 + began.elapsed()) / 8;
            drop(state);
            // The slot is free before the result is delivered.
            deliver();
        }
    }

    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            state.forget_the_stopped();
            if let Some(job) = state.jobs.pop_front() {
                metrics::gauge!("image_search_queue").set(state.jobs.len() as f64);
                return Some(job);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for ThreadPool {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.closed = true;
        let forgotten = std::mem::take(&mut state.jobs);
        drop(state);
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
    use std::sync::mpsc::{SyncSender, sync_channel};

    use super::*;

    /// A single thread blocked until the gate opens, and the future of the blocking job.
    fn held() -> (ThreadPool, impl Future<Output = Option<()>>, SyncSender<()>) {
        let work =
            ThreadPool::start("test", 1, Niceness::PHOTO, QueueLimits { jobs: 2, bytes: 100 }).unwrap();
        let (started_in, started) = sync_channel(1);
        let (gate, wait) = sync_channel::<()>(1);
        let held = work.submit(10, move |_: &CancelToken| {
            started_in.send(()).unwrap();
            wait.recv().unwrap();
        });
        started.recv().unwrap();
        (work, held.ok().unwrap(), gate)
    }

    #[tokio::test]
    async fn full_queue_refuses_and_a_cancelled_job_frees_its_slot() {
        let (work, held, gate) = held();
        let first = work.submit(0, |_| 1).ok().unwrap();
        let second = work.submit(0, |_| 2).ok().unwrap();
        assert!(work.submit(0, |_| 3).err().unwrap().0 >= Duration::from_millis(100));
        drop(first);
        let third = work.submit(0, |_| 3).ok().unwrap();
        gate.send(()).unwrap();
        assert_eq!((held.await, second.await, third.await), (Some(()), Some(2), Some(3)));
    }

    #[tokio::test]
    async fn queue_is_limited_in_bytes() {
        let (work, held, gate) = held();
        let most = work.submit(90, |_| ()).ok().unwrap();
        assert!(work.submit(1, |_| ()).is_err());
        gate.send(()).unwrap();
        assert_eq!((held.await, most.await), (Some(()), Some(())));
        assert!(work.submit(90, |_| ()).is_ok());
    }

    #[tokio::test]
    async fn cancelled_job_is_not_continued() {
        let work =
            ThreadPool::start("test", 1, Niceness::PHOTO, QueueLimits { jobs: 2, bytes: 100 }).unwrap();
        let (started_in, started) = sync_channel(1);
        let (ended_in, ended) = sync_channel(1);
        let left = work.submit(0, move |stop: &CancelToken| {
            started_in.send(()).unwrap();
            while !stop.is_stopped() {
                thread::yield_now();
            }
            ended_in.send(()).unwrap();
        });
        started.recv().unwrap();
        drop(left);
        ended.recv_timeout(Duration::from_secs(60)).unwrap();
    }

    #[tokio::test]
    async fn panic_keeps_the_thread_running() {
        let work =
            ThreadPool::start("test", 1, Niceness::PHOTO, QueueLimits { jobs: 2, bytes: 100 }).unwrap();
        let gone = work.submit(50, |_| -> () { panic!("a decoder gave up") }).ok().unwrap();
        assert!(gone.await.is_none());
        assert_eq!(work.submit(100, |_| 1).ok().unwrap().await, Some(1));
    }
}
