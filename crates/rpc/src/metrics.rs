//! Metric handles, created once for each method.
//!
//! Looking a metric up by name costs a lookup and an allocation of its labels on each call. Handles are created at the first
//! call, so the process must install its recorder before that.

use std::{
    collections::HashMap,
    sync::{Arc, OnceLock},
    time::Duration,
};

use arc_swap::ArcSwap;
use metrics::Histogram;

use crate::Code;

/// Maximum methods of one service with handles; calls of further methods are not counted.
const MAX_METHODS: usize = 256;
/// `ok` and the error codes.
const OUTCOMES: usize = Code::ALL.len() + 1;

/// Histograms of call durations by method and code, under one metric name.
#[derive(Debug)]
pub(crate) struct Durations {
    metric: &'static str,
    /// The label `target` or `service` with its value.
    label: (&'static str, Arc<str>),
    methods: ArcSwap<HashMap<Box<str>, Arc<ByCode>>>,
}

#[derive(Debug, Default)]
struct ByCode([OnceLock<Histogram>; OUTCOMES]);

impl Durations {
    pub(crate) fn new(metric: &'static str, label: &'static str, value: Arc<str>) -> Self {
        Self { metric, label: (label, value), methods: ArcSwap::default() }
    }

    /// Records a call of `path` (`/package.Service/Method`). `code` is `None` when it succeeded.
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
        if self.methods.load().len() >= MAX_METHODS {
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

/// Returns `ListProducts` for `/heuan.catalog.v1.CatalogService/ListProducts`.
pub(crate) fn short(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use metrics_util::debugging::DebuggingRecorder;

    use super::*;

    #[test]
    fn call_is_counted_by_method_and_code() {
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
    fn number_of_labeled_paths_is_bounded() {
        let durations = Durations::new("calls_seconds", "service", "catalog".into());
        for path in 0..2000 {
            durations.record(&format!("/x/{path}"), None, Duration::ZERO);
        }
        assert_eq!(durations.methods.load().len(), MAX_METHODS);
    }
}
