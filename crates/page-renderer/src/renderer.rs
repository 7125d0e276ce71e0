//! Worker threads that render pages from a bounded queue.

use std::{
    io,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    },
    thread,
};

use tokio::sync::oneshot;

use crate::{
    engine::{Engine, STACK},
    queued::{Error, QueuedRender, RenderLimits, RenderedPage},
};

/// Renders pages on its own worker threads, which end when it is dropped.
#[derive(Debug)]
pub struct Renderer {
    renders: SyncSender<QueuedRender>,
}

impl Renderer {
    /// Starts the worker threads with the source of the frontend's module. If the module does not load, each page fails
    /// and a warning is logged.
    pub fn start(module: String, limits: &RenderLimits) -> io::Result<Self> {
        let (renders, queue) = sync_channel(limits.queue);
        let (module, queue) = (Arc::<str>::from(module), Arc::new(Mutex::new(queue)));
        for _ in 0..limits.threads {
            let (module, queue, limits) = (Arc::clone(&module), Arc::clone(&queue), limits.clone());
            thread::Builder::new()
                .name("pages".to_owned())
                .stack_size(STACK)
                .spawn(move || run_worker(&module, &queue, &limits))?;
        }
        Ok(Self { renders })
    }

    /// Renders the page for `input`, the argument of the module's `render`. Dropping the future does not stop the work.
    pub async fn render(&self, input: String) -> Result<RenderedPage, Error> {
        let (reply, rendered) = oneshot::channel();
        self.renders.try_send(QueuedRender { input, reply }).map_err(|error| match error {
            TrySendError::Full(_) => Error::Busy,
            TrySendError::Disconnected(_) => Error::Failed("the worker threads have ended".to_owned()),
        })?;
        rendered.await.unwrap_or_else(|_| Err(Error::Failed("the engine was discarded".to_owned())))
    }
}

/// Runs engines, one after another, until the queue is closed.
fn run_worker(module: &str, queue: &Mutex<Receiver<QueuedRender>>, limits: &RenderLimits) {
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
    loop {
        let mut module_loaded = false;
        let result = Engine::new(limits).and_then(|engine| {
            engine.run(module, || {
                module_loaded = true;
                next()
            })
        });
        let Err(error) = result else { return };
        tracing::warn!(%error, "page renderer: engine discarded");
        if !module_loaded {
            // The module does not load: the next page fails with this error, and the one after it loads the module again.
            let Some(queued) = next() else { return };
            let _ = queued.reply.send(Err(error));
        }
    }
}
