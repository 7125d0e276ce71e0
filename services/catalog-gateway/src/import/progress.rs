//! Progress of an import job: phase and units done, which the staff's page polls, and collected warnings.

use std::sync::{Mutex, PoisonError};

use heuan_catalog_folder::{Diagnostic, Phase, Progress};

use super::{ImportDiagnostic, ImportProgress};

/// Position of an import, as the staff see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    pub phase: String,
    pub done: u64,
    pub total: u64,
}

/// Progress of an import job, and its warnings.
#[derive(Debug, Default)]
pub struct JobProgress {
    position: Mutex<Position>,
    warnings: Mutex<Vec<ImportDiagnostic>>,
}

impl JobProgress {
    pub fn position(&self) -> Position {
        self.position.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn take_warnings(&self) -> Vec<ImportDiagnostic> {
        std::mem::take(&mut *self.warnings.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn change(&self, change: impl FnOnce(&mut Position)) {
        change(&mut self.position.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Progress for JobProgress {
    fn start(&self, phase: Phase, total: u64) {
        self.begin(
            match phase {
                Phase::Table(file) => file,
                Phase::Content => "content.json",
                Phase::Images => "images",
            },
            total,
        );
    }

    fn advance(&self, _: Phase, units: u64) {
        self.change(|position| position.done += units);
    }
}

impl ImportProgress for JobProgress {
    fn begin(&self, phase: &'static str, total: u64) {
        self.change(|position| *position = Position { phase: phase.to_owned(), done: 0, total });
    }

    fn set(&self, done: u64) {
        self.change(|position| position.done = done);
    }

    fn warn(&self, warning: &Diagnostic) {
        let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        warnings.push(ImportDiagnostic { is_warning: true, ..ImportDiagnostic::from(warning) });
    }
}
