//! A `QuickJS` runtime with the storefront's module loaded.

use std::{
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};

use rquickjs::{CatchResultExt as _, Context, Ctx, Function, Module, Object, Promise, Runtime};

use crate::queued::{Error, QueuedRender, RenderLimits, RenderedPage};

/// Time limit for loading the module, once per engine.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(10);
/// Stack size of a worker thread. Component trees nest deeply.
pub(crate) const STACK: usize = 8 * 1024 * 1024;
/// Part of the stack that scripts may use.
const SCRIPT_STACK: usize = 6 * 1024 * 1024;
/// Heap growth that triggers a garbage collection of cycles: about what one page leaves behind.
const GC_THRESHOLD: usize = 8 * 1024 * 1024;

/// `QuickJS` runtime with the module loaded.
pub(crate) struct Engine {
    runtime: Runtime,
    context: Context,
    /// Time at which the running script is interrupted.
    deadline: Rc<Cell<Instant>>,
    limits: RenderLimits,
}

impl Engine {
    pub fn new(limits: &RenderLimits) -> Result<Self, Error> {
        let runtime = Runtime::new().map_err(script_error)?;
        runtime.set_memory_limit(limits.memory);
        runtime.set_max_stack_size(SCRIPT_STACK);
        runtime.set_gc_threshold(GC_THRESHOLD);
        let deadline = Rc::new(Cell::new(Instant::now()));
        let interrupt_at = Rc::clone(&deadline);
        runtime.set_interrupt_handler(Some(Box::new(move || Instant::now() >= interrupt_at.get())));
        let context = Context::full(&runtime).map_err(script_error)?;
        Ok(Self { runtime, context, deadline, limits: limits.clone() })
    }

    /// Loads `module`, then renders the jobs from `next` until there are no more or one fails. A failure ends the engine,
    /// because the state it leaves behind is unknown.
    pub fn run(self, module: &str, next: impl FnMut() -> Option<QueuedRender>) -> Result<(), Error> {
        self.deadline.set(Instant::now() + STARTUP_TIMEOUT);
        let result = self.context.with(|context| self.serve(&context, module, next));
        // Interrupts pending scripts of a failed page when the runtime is dropped.
        self.runtime.set_interrupt_handler(Some(Box::new(|| true)));
        result
    }

    fn serve(
        &self,
        context: &Ctx<'_>,
        module: &str,
        mut next: impl FnMut() -> Option<QueuedRender>,
    ) -> Result<(), Error> {
        let render = load(context, module).catch(context).map_err(script_error)?;
        while let Some(queued) = next() {
            self.deadline.set(Instant::now() + self.limits.time);
            let result = render_page(&render, queued.input).catch(context).map_err(script_error);
            let result = result.map_err(|error| self.explain(error));
            let failure = result.as_ref().err().cloned();
            // The receiver may be gone, because its request was canceled.
            let _ = queued.reply.send(result);
            if let Some(error) = failure {
                return Err(error);
            }
        }
        Ok(())
    }

    fn explain(&self, error: Error) -> Error {
        if Instant::now() >= self.deadline.get() { Error::TooSlow } else { error }
    }
}

fn load<'js>(context: &Ctx<'js>, module: &str) -> rquickjs::Result<Function<'js>> {
    let (module, evaluated) = Module::declare(context.clone(), "render.js", module)?.eval()?;
    evaluated.finish::<()>()?;
    module.get("render")
}

fn render_page(render: &Function<'_>, input: String) -> rquickjs::Result<RenderedPage> {
    let view: Object<'_> = render.call::<_, Promise<'_>>((input,))?.finish()?;
    Ok(RenderedPage { html: view.get("html")?, route_key: view.get("route_key")? })
}

fn script_error(error: impl std::fmt::Display) -> Error {
    Error::Failed(error.to_string())
}
