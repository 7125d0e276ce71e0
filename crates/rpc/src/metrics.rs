//! Metric handles, looked up once for each method.
//!
//! A metric by name costs a lookup and an allocation for its labels, several times a call. Here a call finds its method
//! by path and then only counts. Handles are made at the first call, so the process must have installed its recorder
//! before it calls anything.

use std::{
    collections::HashMap,
    sync::{Arc, OnceLock},
    time::Duration,
};

use arc_swap::ArcSwap;
use metrics::Histogram;

use crate::Code;

/// Methods remembered of one service; calls to more are not counted.
const MOST_METHODS: usize = 256;
/// `ok` and the codes.
const OUTCOMES: usize = Code::ALL.len() + 1;

/// Duration by method and code, under one metric name and one fixed label.
#[derive(Debug)]
pub(crate) struct Durations {
    metric: &'static str,
    /// `target` or `service`, and its value.
    label: (&'static str, Arc<str>),
    methods: ArcSwap<HashMap<Box<str>, Arc<ByCode>>>,
}

#[derive(Debug, Default)]
struct ByCode([OnceLock<Histogram>; OUTCOMES]);

impl Durations {
    pub(crate) fn new(metric: &'static str, label: &'static str, value: Arc<str>) -> Self {
        Self { metric, label: (label, value), methods: ArcSwap::default() }
    }

    /// Counts a call of `path` (`/package.Service/Method`). `code` is none when it succeeded.
    pub(crate) fn record(&self, path: &str, code: Option<Code>, took: Duration) {
        let methods = self.methods.load();
        match methods.get(path) {
            Some(method) => self.histogram(method, path, code).record(took),
            None => self.register_method(path, code, took),
        }
    }

    fn histogram<'a>(&self, method: &'a ByCode, path: &str, code: Option<Code>) -> &'a Histogram {
        let outcome = code.map_or(0, |code| code as usize + 1);
        method.0[outcome].get_or_init(|| {
            let (label, value) = (self.label.0, Arc::clone(&self.label.1));
            let code = code.map_or("ok", Code::name);
            metrics::histogram!(self.metric, label => value, "method" => short(path).to_owned(), "code" => code)
        })
    }

    #[cold]
    fn register_method(&self, path: &str, code: Option<Code>, took: Duration) {
        if self.methods.load().len() >= MOST_METHODS {
            return;
        }
        self.methods.rcu(|known| {
            let mut known = HashMap::clone(known);
            known.entry(path.into()).or_default();
            known
        });
        if let Some(method) = self.methods.load().get(path) {
            self.histogram(method, path, code).record(took);
        }
    }
}

/// `ListProducts` of `/heuan.catalog.v1.CatalogService/ListProducts`.
pub(crate) fn short(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use metrics_util::debugging::DebuggingRecorder;

    use super::*;

    #[test]
    fn a_call_is_counted_under_its_method_and_code() {
        let recorder = DebuggingRecorder::new();
        let snapshots = recorder.snapshotter();
        metrics::with_local_recorder(&recorder, || {
            let durations = Durations::new("calls_seconds", "target", "catalog".into());
            let took = Duration::from_millis(1);
            durations.record("/heuan.v1.Shop/List", None, took);
            durations.record("/heuan.v1.Shop/List", Some(Code::Internal), took);
        });
        let mut keys: Vec<String> =
            snapshots.snapshot().into_vec().into_iter().map(|(key, ..)| key.key().to_string()).collect();
        keys.sort();
        let key = |code| format!("Key(calls_seconds, [target = catalog, method = List, code = {code}])");
        assert_eq!(keys, [key("internal"), key("ok")]);
    }

    #[test]
    fn paths_without_end_are_not_remembered() {
        let durations = Durations::new("calls_seconds", "service", "catalog".into());
        for path in 0..2000 {
            durations.record(&format!("/x/{path}"), None, Duration::ZERO);
        }
        assert_eq!(durations.methods.load().len(), MOST_METHODS);
    }
}
