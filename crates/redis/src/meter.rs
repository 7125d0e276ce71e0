//! Metrics of Redis commands (duration by command and outcome) and of the circuit breaker.

use std::time::Duration;

/// Outcome of a command.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CommandOutcome {
    Ok,
    /// Redis replied with an error.
    Refused,
    /// The command timed out.
    Slow,
    /// The connection broke.
    Lost,
}

impl CommandOutcome {
    fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Refused => "refused",
            Self::Slow => "slow",
            Self::Lost => "lost",
        }
    }
}

pub(crate) fn command(name: &'static str, outcome: CommandOutcome, took: Duration) {
    metrics::histogram!("redis_command_duration_seconds", "command" => name, "outcome" => outcome.name())
        .record(took.as_secs_f64());
}

pub(crate) fn breaker(is_closed: bool) {
    metrics::gauge!("redis_breaker_state").set(if is_closed { 0.0 } else { 2.0 });
}
