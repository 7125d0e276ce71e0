//! Thread pool with a bounded queue, for work that would block an async runtime.

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

/// Scheduling priority of the threads: 0 is normal, 19 runs only when the processor is idle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Niceness(i32);

impl Niceness {
    pub const NORMAL: Self = Self(0);

    /// A niceness from 0 to 19; other values are clamped to this range.
    pub const fn new(niceness: i32) -> Self {
        Self(if niceness < 0 {
            0
        } else if niceness > 19 {
            19
        } else {
            niceness
        })
    }
}

/// Whether a task is still wanted.
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

/// Cancels its task when dropped, because the caller has gone.
struct CancelOnDrop(CancelToken);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Limits of the queue.
#[derive(Clone, Copy, Debug)]
pub struct QueueLimits {
    pub tasks: usize,
    /// Total bytes of queued and running images.
    pub bytes: usize,
}

/// The queue is full; estimated time until a slot is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueFull(pub Duration);

/// Thread pool with a bounded queue. When it is dropped, the threads finish their current task, and the queue is
/// discarded.
#[derive(Debug)]
pub struct ThreadPool {
    shared: Arc<Shared>,
    limits: QueueLimits,
    threads: usize,
}

struct Task {
    bytes: usize,
    stop: CancelToken,
    run: Box<dyn FnOnce() -> Deliver + Send>,
}

/// Delivers the result of a task to the caller.
type Deliver = Box<dyn FnOnce() + Send>;

struct Shared {
    name: String,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    tasks: VecDeque<Task>,
    bytes: usize,
    closed: bool,
    /// Moving average of task durations, for the retry delay.
    avg_job_time: Duration,
}

impl ThreadPool {
    /// Starts threads with this name prefix.
    pub fn start(
        name: &str,
        threads: usize,
        niceness: Niceness,
        limits: QueueLimits,
    ) -> std::io::Result<Self> {
        let state = State { avg_job_time: Duration::from_millis(100), ..State::default() };
        let shared =
            Arc::new(Shared { name: name.to_owned(), state: Mutex::new(state), changed: Condvar::new() });
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(format!("{name}-{number}")).spawn(move || {
                if niceness != Niceness::NORMAL {
                    // On Linux this applies to the calling thread. If it is refused, the work runs at normal priority.
                    let _ = rustix::process::setpriority_process(None, niceness.0);
                }
                shared.work();
            })?;
        }
        Ok(Self { shared, limits, threads })
    }

    /// Runs `task` on a thread. If the returned future is dropped, the task is canceled through its [`CancelToken`], or
    /// never starts. `bytes` is its memory.
    pub fn submit<T, J>(
        &self,
        bytes: usize,
        task: J,
    ) -> Result<impl Future<Output = Option<T>> + Send + use<T, J>, QueueFull>
    where
        T: Send + 'static,
        J: FnOnce(&CancelToken) -> T + Send + 'static,
    {
        let (sender, receiver) = oneshot::channel();
        let stop = CancelToken::default();
        let (wanted, token) = (CancelOnDrop(stop.clone()), stop.clone());
        let shared = Arc::clone(&self.shared);
        let run = Box::new(move || -> Deliver {
            let outcome = catch_unwind(AssertUnwindSafe(|| task(&token)));
            Box::new(move || {
                let Ok(answer) = outcome else {
                    return shared.report_panic();
                };
                // Sending fails if the caller has gone.
                drop(sender.send(answer));
            })
        });
        self.enqueue(Task { bytes, stop, run })?;
        Ok(async move {
            let _wanted = wanted;
            receiver.await.ok()
        })
    }

    /// Runs `task` on a thread, whether or not its caller still waits for it.
    pub fn submit_detached(
        &self,
        bytes: usize,
        task: impl FnOnce() + Send + 'static,
    ) -> Result<(), QueueFull> {
        let shared = Arc::clone(&self.shared);
        let run = Box::new(move || -> Deliver {
            let outcome = catch_unwind(AssertUnwindSafe(task));
            Box::new(move || {
                if outcome.is_err() {
                    shared.report_panic();
                }
            })
        });
        self.enqueue(Task { bytes, stop: CancelToken::default(), run })
    }

    fn enqueue(&self, task: Task) -> Result<(), QueueFull> {
        let mut state = self.shared.lock();
        state.remove_canceled();
        if state.tasks.len() >= self.limits.tasks || state.bytes + task.bytes > self.limits.bytes {
            return Err(QueueFull(state.wait(self.threads)));
        }
        state.bytes += task.bytes;
        state.tasks.push_back(task);
        self.shared.set_gauge(&state);
        drop(state);
        self.shared.changed.notify_one();
        Ok(())
    }

    /// Jobs that no thread has started yet.
    pub fn queued(&self) -> usize {
        self.shared.lock().tasks.len()
    }

    /// Estimated wait of a task submitted now.
    pub fn wait(&self) -> Duration {
        self.shared.lock().wait(self.threads)
    }
}

impl State {
    fn wait(&self, threads: usize) -> Duration {
        let ahead = u32::try_from(self.tasks.len() / threads.max(1) + 1).unwrap_or(u32::MAX);
        self.avg_job_time.saturating_mul(ahead)
    }

    /// Removes queued tasks whose callers have gone.
    fn remove_canceled(&mut self) {
        let Self { tasks, bytes, .. } = self;
        tasks.retain(|task| {
            let wanted = !task.stop.is_stopped();
            *bytes -= if wanted { 0 } else { task.bytes };
            wanted
        });
    }
}

impl Shared {
    fn report_panic(&self) {
        tracing::error!(pool = self.name, "a job of the thread pool panicked");
    }

    fn set_gauge(&self, state: &State) {
        metrics::gauge!("thread_pool_queue", "pool" => self.name.clone()).set(state.tasks.len() as f64);
    }

    /// No invariant spans a panic under this lock, so a poisoned lock is safe to use.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        while let Some(task) = self.next() {
            let began = Instant::now();
            let deliver = (task.run)();
            let mut state = self.lock();
            state.bytes -= task.bytes;
            state.avg_job_time = (state.avg_job_time * 7 + began.elapsed()) / 8;
            drop(state);
            // The slot is free before the result is delivered.
            deliver();
        }
    }

    fn next(&self) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            state.remove_canceled();
            if let Some(task) = state.tasks.pop_front() {
                self.set_gauge(&state);
                return Some(task);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for ThreadPool {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.closed = true;
        let removed = std::mem::take(&mut state.tasks);
        drop(state);
        self.shared.changed.notify_all();
        // The tasks are dropped outside the lock, because this may run arbitrary code.
        drop(removed);
    }
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("waiting", &self.lock().tasks.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{SyncSender, sync_channel};

    use super::*;

    /// A single thread blocked until the gate opens, and the future of the blocking task.
    fn held() -> (ThreadPool, impl Future<Output = Option<()>>, SyncSender<()>) {
        let work =
            ThreadPool::start("test", 1, Niceness::NORMAL, QueueLimits { tasks: 2, bytes: 100 }).unwrap();
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
        let largest = work.submit(90, |_| ()).ok().unwrap();
        assert!(work.submit(1, |_| ()).is_err());
        gate.send(()).unwrap();
        assert_eq!((held.await, largest.await), (Some(()), Some(())));
        assert!(work.submit(90, |_| ()).is_ok());
    }

    #[tokio::test]
    async fn cancelled_job_is_not_continued() {
        let work =
            ThreadPool::start("test", 1, Niceness::NORMAL, QueueLimits { tasks: 2, bytes: 100 }).unwrap();
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

    #[test]
    fn detached_job_runs_to_its_end_and_a_full_queue_refuses() {
        let work =
            ThreadPool::start("test", 1, Niceness::NORMAL, QueueLimits { tasks: 1, bytes: usize::MAX })
                .unwrap();
        let (started_in, started) = sync_channel(1);
        let (release, gate) = sync_channel::<()>(0);
        work.submit_detached(0, move || {
            started_in.send(()).unwrap();
            gate.recv().unwrap();
            panic!("a decoder gave up");
        })
        .unwrap();
        started.recv().unwrap();
        let (done_in, done) = sync_channel(1);
        work.submit_detached(0, move || done_in.send(()).unwrap()).unwrap();
        assert!(work.submit_detached(0, || ()).is_err());
        release.send(()).unwrap();
        done.recv_timeout(Duration::from_secs(60)).unwrap();
    }

    #[tokio::test]
    async fn panic_keeps_the_thread_running() {
        let work =
            ThreadPool::start("test", 1, Niceness::NORMAL, QueueLimits { tasks: 2, bytes: 100 }).unwrap();
        let gone = work.submit(50, |_| -> () { panic!("a decoder gave up") }).ok().unwrap();
        assert!(gone.await.is_none());
        assert_eq!(work.submit(100, |_| 1).ok().unwrap().await, Some(1));
    }
}
