//! States of an uploaded import.

/// State of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportState {
    Uploading,
    Checking,
    Faulty,
    Ready,
    Applying,
    Applied,
    Failed,
    Cancelled,
}

impl ImportState {
    const ALL: [(Self, &'static str); 8] = [
        (Self::Uploading, "uploading"),
        (Self::Checking, "checking"),
        (Self::Faulty, "faulty"),
        (Self::Ready, "ready"),
        (Self::Applying, "applying"),
        (Self::Applied, "applied"),
        (Self::Failed, "failed"),
        (Self::Cancelled, "cancelled"),
    ];

    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(state, _)| *state == self).map_or("", |(_, name)| name)
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, of)| *of == name).map(|(state, _)| *state)
    }
}
