//! Progress bars on a terminal, of `heuan import` and of the demo import at the first start.

use std::{collections::HashMap, sync::Mutex, time::Duration};

use heuan_catalog_folder::{Diagnostic, Phase, Progress};
use heuan_catalog_gateway::import::ImportProgress;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

/// Progress bars on a terminal; indicatif draws nothing elsewhere.
#[derive(Default)]
pub struct ProgressBars {
    all: MultiProgress,
    running: Mutex<HashMap<Phase, ProgressBar>>,
    /// The bar of the phase that writes.
    writing: Mutex<Option<ProgressBar>>,
}

impl ProgressBars {
    /// A bar of `total` steps under `name`.
    pub fn bar(&self, name: &str, total: u64, in_bytes: bool) -> ProgressBar {
        let count = if in_bytes { "{bytes}/{total_bytes}" } else { "{pos}/{len}" };
        let style = ProgressStyle::with_template(&format!("{{prefix:<20}} {{bar:32}} {count} {{eta}}"))
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = self.all.add(ProgressBar::new(total)).with_style(style).with_prefix(name.to_owned());
        bar.enable_steady_tick(Duration::from_millis(200));
        bar
    }

    /// Prints a line above the bars, on a terminal or elsewhere.
    pub fn say(&self, line: &str) {
        self.all.suspend(|| eprintln!("{line}"));
    }

    fn with(&self, phase: Phase, act: impl FnOnce(&ProgressBar)) {
        if let Ok(running) = self.running.lock()
            && let Some(bar) = running.get(&phase)
        {
            act(bar);
        }
    }
}

impl Progress for ProgressBars {
    fn start(&self, phase: Phase, total: u64) {
        let (name, in_bytes) = match phase {
            Phase::Table(file) => (file, true),
            Phase::Content => ("content.json", true),
            Phase::Images => ("checking images", false),
        };
        let bar = self.bar(name, total, in_bytes);
        if let Ok(mut running) = self.running.lock() {
            running.insert(phase, bar);
        }
    }

    fn advance(&self, phase: Phase, units: u64) {
        self.with(phase, |bar| bar.inc(units));
    }

    fn finish(&self, phase: Phase) {
        self.with(phase, ProgressBar::finish);
    }
}

impl ImportProgress for ProgressBars {
    fn begin(&self, phase: &'static str, total: u64) {
        let name = match phase {
            "copying" => "copying images",
            "fetching" => "fetching images",
            "writing" => "writing products",
            phase => phase,
        };
        let bar = self.bar(name, total, false);
        if let Ok(mut writing) = self.writing.lock()
            && let Some(before) = writing.replace(bar)
        {
            before.finish();
        }
    }

    fn set(&self, done: u64) {
        if let Ok(writing) = self.writing.lock()
            && let Some(bar) = &*writing
        {
            bar.set_position(done);
        }
    }

    /// Printed to the terminal: the command writes no log, and the merchant needs to see it.
    fn warn(&self, warning: &Diagnostic) {
        self.say(&format!("warning: {warning}"));
    }
}
