//! Publishing of due drafts. A draft that fails is tried again after a growing pause.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, PoisonError},
};

use heuan_rpc::Error;

use crate::{
    ContentStore,
    draft::publish_on_its_day,
    draft_table::{self, DueDraft},
};

/// Pause after the first failure of a draft. Each further failure doubles it.
const FIRST_PAUSE_MS: i64 = 10_000;
const MAX_PAUSE_MS: i64 = 600_000;

/// Publishes due drafts. A process has one instance, because it remembers which drafts have failed.
#[derive(Default)]
pub struct DueDrafts {
    failures: Mutex<Failures>,
}

impl DueDrafts {
    /// Publishes the due drafts, and returns their number. A draft stays, with the reason, if its item was changed since it was
    /// saved, if it refers to something that no longer exists, or if it exceeds a limit. A draft that fails for another reason
    /// is tried again after a pause, and the other drafts are published nevertheless. Another process may do the same.
    pub async fn publish<S: ContentStore>(&self, store: &S, today: &str, now: i64) -> Result<usize, Error> {
        let store_error = |error| store.store_error(error);
        let mut tx = store.db().snapshot().await.map_err(store_error)?;
        let due = draft_table::due(&mut tx, today).await.map_err(store_error)?;
        drop(tx);
        let due = self.with_failures(|failures| failures.take_ready(due, now));
        let mut count = 0;
        for draft in due {
            match publish_on_its_day(store, (&draft.kind, &draft.item_id), today, now).await {
                Ok(is_published) => count += usize::from(is_published),
                Err(error) => {
                    let DueDraft { kind, item_id, .. } = draft.clone();
                    let pause_ms = self.with_failures(|failures| failures.record(draft, now));
                    tracing::warn!(%error, kind, item_id, pause_ms, "a due draft was not published; retrying after a pause");
                }
            }
        }
        Ok(count)
    }

    fn with_failures<T>(&self, change: impl FnOnce(&mut Failures) -> T) -> T {
        change(&mut self.failures.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Drafts that have failed, with the pause after the last failure and its end.
#[derive(Default)]
struct Failures(HashMap<DueDraft, (i64, i64)>);

impl Failures {
    /// The drafts that are not paused. Drafts that are no longer due are forgotten.
    fn take_ready(&mut self, due: Vec<DueDraft>, now: i64) -> Vec<DueDraft> {
        let known: HashSet<&DueDraft> = due.iter().collect();
        self.0.retain(|draft, _| known.contains(draft));
        due.into_iter().filter(|draft| self.0.get(draft).is_none_or(|(_, ends_at)| *ends_at <= now)).collect()
    }

    /// Returns the pause.
    fn record(&mut self, draft: DueDraft, now: i64) -> i64 {
        let last = self.0.get(&draft).map(|(pause_ms, _)| *pause_ms);
        let pause_ms = last.map_or(FIRST_PAUSE_MS, |last| (last * 2).min(MAX_PAUSE_MS));
        self.0.insert(draft, (pause_ms, now + pause_ms));
        pause_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(at: i64) -> DueDraft {
        DueDraft { kind: "hero".to_owned(), item_id: "hero".to_owned(), at }
    }

    #[test]
    fn failed_draft_is_tried_again_after_pauses_that_grow() {
        let mut failures = Failures::default();
        let (mut now, mut pauses) = (0, Vec::new());
        for _ in 0..8 {
            assert_eq!(failures.take_ready(vec![draft(1)], now), [draft(1)]);
            let pause_ms = failures.record(draft(1), now);
            assert!(failures.take_ready(vec![draft(1)], now + pause_ms - 1).is_empty(), "{pause_ms}");
            pauses.push(pause_ms / 1000);
            now += pause_ms;
        }
        assert_eq!(pauses, [10, 20, 40, 80, 160, 320, 600, 600]);
    }

    #[test]
    fn failure_delays_neither_another_draft_nor_another_save() {
        let mut failures = Failures::default();
        failures.record(draft(1), 0);
        let menu = DueDraft { kind: "menu".to_owned(), ..draft(1) };
        assert_eq!(failures.take_ready(vec![draft(1), menu.clone()], 0), [menu]);
        assert_eq!(failures.take_ready(vec![draft(2)], 0), [draft(2)]);
        // The former draft is forgotten, so its pauses start again at the first one.
        assert_eq!(failures.take_ready(vec![draft(1)], 0), [draft(1)]);
        assert_eq!(failures.record(draft(1), 0), FIRST_PAUSE_MS);
    }
}
