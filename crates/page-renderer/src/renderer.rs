use std::{
    io,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    },
    thread,
    time::Duration,
};

use tokio::sync::oneshot;

use crate::engine::{Engine, RenderedPage, STACK};

/// How much making pages may take.
#[derive(Clone, Debug)]
pub struct RenderLimits {
    pub threads: usize,
    /// Pages that may wait to be made; further ones are refused.
    pub queue: usize,
    /// For one page.
    pub time: Duration,
    /// Of one thread's scripts, in bytes.
    pub memory: usize,
}

/// Why a page was not rendered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error("too many pages wait to be made")]
    Busy,
    #[error("the page took too long")]
    TooSlow,
    #[error("the page failed: {0}")]
    Failed(String),
}

pub(crate) struct Job {
    pub input: String,
    pub reply: oneshot::Sender<Result<RenderedPage, Error>>,
}

/// Makes pages on threads of its own, which end with it.
#[derive(Debug)]
pub struct Renderer {
    jobs: SyncSender<Job>,
}

impl Renderer {
    /// Starts with the text of the frontend's module. A module that does not run is told in the log, and by every page.
    pub fn start(module: String, limits: &RenderLimits) -> io::Result<Self> {
        let (jobs, queue) = sync_channel(limits.queue);
        let (module, queue) = (Arc::<str>::from(module), Arc::new(Mutex::new(queue)));
        for _ in 0..limits.threads {
            let (module, queue, limits) = (Arc::clone(&module), Arc::clone(&queue), limits.clone());
            thread::Builder::new()
                .name("pages".to_owned())
                .stack_size(STACK)
                .spawn(move || run_worker(&module, &queue, &limits))?;
        }
        Ok(Self { jobs })
    }

    /// The page to `input`, which is what the module's `render` takes. Dropping the future does not stop the work.
    pub async fn render(&self, input: String) -> Result<RenderedPage, Error> {
        let (reply, rendered) = oneshot::channel();
        self.jobs.try_send(Job { input, reply }).map_err(|error| match error {
            TrySendError::Full(_) => Error::Busy,
            TrySendError::Disconnected(_) => Error::Failed("the threads have ended".to_owned()),
        })?;
        rendered.await.unwrap_or_else(|_| Err(Error::Failed("the engine was given up".to_owned())))
    }
}

/// One engine after the other until the queue ends.
fn run_worker(module: &str, queue: &Mutex<Receiver<Job>>, limits: &RenderLimits) {
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
    loop {
        let mut has_begun = false;
        let result = Engine::new(limits).and_then(|engine| {
            engine.run(module, || {
                has_begun = true;
                next()
            })
        });
        let Err(error) = result else { return };
        tracing::warn!(%error, "an engine for pages is given up");
        if !has_begun {
            // It is the module. The next page is told so, the one after it tries anew.
            let Some(job) = next() else { return };
            let _ = job.reply.send(Err(error));
        }
    }
}
