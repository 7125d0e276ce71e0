//! The security events that services log during a test.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span,
    subscriber::{DefaultGuard, set_default},
};

type Fields = Vec<(&'static str, String)>;

/// Log lines of the target `heuan::security`.
#[derive(Clone, Default)]
pub struct SecurityLog(Arc<Mutex<Vec<Fields>>>);

impl SecurityLog {
    /// Records the events of this thread until the guard is dropped. Services of a single-threaded test run on it.
    pub fn recording() -> (Self, DefaultGuard) {
        let log = Self::default();
        let guard = set_default(log.clone());
        (log, guard)
    }

    /// The values of these fields in the events since the last call. A field that an event does not have is
    /// empty.
    pub fn take<const N: usize>(&self, names: [&str; N]) -> Vec<[String; N]> {
        let events = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let value = |event: &Fields, name: &str| {
            event.iter().find(|(field, _)| *field == name).map(|(_, value)| value.clone()).unwrap_or_default()
        };
        events.iter().map(|event| names.map(|name| value(event, name))).collect()
    }
}

impl Subscriber for SecurityLog {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "heuan::security"
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut values = Values::default();
        event.record(&mut values);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(values.0);
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

#[derive(Default)]
struct Values(Fields);

impl Visit for Values {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.push((field.name(), format!("{value:?}")));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.push((field.name(), value.to_owned()));
    }
}
