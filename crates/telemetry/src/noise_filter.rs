//! Filter of log lines of libraries that do not report a fault of this process.

use std::fmt;

use tracing::{
    Event, Level, Metadata, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::layer::{Context, Filter};

/// Ignored errors by module and beginning of the message: workers that ended in an orderly shutdown, and bytes that are not HTTP,
/// which get 400 or 431.
const IGNORED_ERRORS: [(&str, &str); 2] =
    [("actix_server::accept", "No workers"), ("actix_http::h1::dispatcher", "stream error: ")];

/// Filter that drops these events.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoiseFilter;

impl<S: Subscriber> Filter<S> for NoiseFilter {
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        let metadata = event.metadata();
        if *metadata.level() != Level::ERROR {
            return true;
        }
        IGNORED_ERRORS.iter().filter(|(module, _)| *module == metadata.target()).all(|(_, start)| {
            let mut message = Message(String::new());
            event.record(&mut message);
            !message.0.starts_with(start)
        })
    }
}

struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            self.0 = format!("{value:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use tracing_subscriber::{Layer, layer::SubscriberExt as _};

    use super::*;

    struct Count(Arc<AtomicUsize>);

    impl<S: Subscriber> Layer<S> for Count {
        fn on_event(&self, _: &Event<'_>, _: Context<'_, S>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn only_listed_messages_are_filtered() {
        let seen = Arc::new(AtomicUsize::new(0));
        let layer = Count(Arc::clone(&seen)).with_filter(NoiseFilter);
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), || {
            tracing::error!(target: "actix_server::accept", "No workers");
            tracing::error!(target: "actix_http::h1::dispatcher", "stream error: {}", "invalid Header provided");
            assert_eq!(seen.load(Ordering::Relaxed), 0);
            tracing::error!(target: "actix_server::accept", "Error accepting connection: {}", "too many files");
            tracing::error!("No workers");
            tracing::warn!(target: "actix_http::h1::dispatcher", "stream error: {}", "other");
        });
        assert_eq!(seen.load(Ordering::Relaxed), 3);
    }
}
