use std::{
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};

use rquickjs::{CatchResultExt as _, Context, Ctx, Function, Module, Object, Promise, Runtime};

use crate::{Error, Limits, renderer::Job};

/// For reading the module, which is done once and not for a shopper.
const STARTS_WITHIN: Duration = Duration::from_secs(10);
/// Of the thread, and what of it scripts may take: components nest deep.
pub(crate) const STACK: usize = 8 * 1024 * 1024;
const SCRIPT_STACK: usize = 6 * 1024 * 1024;
/// Growth after which cycles are looked for: about what one page leaves behind.
const COLLECTS_AFTER: usize = 8 * 1024 * 1024;

/// A page as the module makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub html: String,
    /// What the page shows of its address, in the frontend's own words.
    pub of: String,
}

/// One runtime with the module in it.
pub(crate) struct Engine {
    runtime: Runtime,
    context: Context,
    /// When what runs now is cut off.
    until: Rc<Cell<Instant>>,
    limits: Limits,
}

impl Engine {
    pub fn new(limits: &Limits) -> Result<Self, Error> {
        let runtime = Runtime::new().map_err(failed)?;
        runtime.set_memory_limit(limits.memory);
        runtime.set_max_stack_size(SCRIPT_STACK);
        runtime.set_gc_threshold(COLLECTS_AFTER);
        let until = Rc::new(Cell::new(Instant::now()));
        let cut_off = Rc::clone(&until);
        runtime.set_interrupt_handler(Some(Box::new(move || Instant::now() >= cut_off.get())));
        let context = Context::full(&runtime).map_err(failed)?;
        Ok(Self { runtime, context, until, limits: limits.clone() })
    }

    /// Reads `module`, then answers jobs from `next` until there are no more or one fails: what a failure leaves behind in
    /// the engine is not known.
    pub fn work(self, module: &str, next: impl FnMut() -> Option<Job>) -> Result<(), Error> {
        self.until.set(Instant::now() + STARTS_WITHIN);
        let worked = self.context.with(|context| self.answer(&context, module, next));
        // Whatever a failure has left to be done is not done.
        self.runtime.set_interrupt_handler(Some(Box::new(|| true)));
        worked
    }

    fn answer(
        &self,
        context: &Ctx<'_>,
        module: &str,
        mut next: impl FnMut() -> Option<Job>,
    ) -> Result<(), Error> {
        let render = load(context, module).catch(context).map_err(failed)?;
        while let Some(job) = next() {
            self.until.set(Instant::now() + self.limits.time);
            let made = page(&render, job.question).catch(context).map_err(failed);
            let made = made.map_err(|error| self.explain(error));
            let failure = made.as_ref().err().cloned();
            // Nobody may be waiting any more.
            let _ = job.answer.send(made);
            if let Some(error) = failure {
                return Err(error);
            }
        }
        Ok(())
    }

    fn explain(&self, error: Error) -> Error {
        if Instant::now() >= self.until.get() { Error::TooSlow } else { error }
    }
}

fn load<'js>(context: &Ctx<'js>, module: &str) -> rquickjs::Result<Function<'js>> {
    let (module, evaluated) = Module::declare(context.clone(), "render.js", module)?.eval()?;
    evaluated.finish::<()>()?;
    module.get("render")
}

fn page(render: &Function<'_>, question: String) -> rquickjs::Result<View> {
    let view: Object<'_> = render.call::<_, Promise<'_>>((question,))?.finish()?;
    Ok(View { html: view.get("html")?, of: view.get("of")? })
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::Failed(error.to_string())
}
