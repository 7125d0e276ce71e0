//! Simulation of a full disk in tests, by the file size limit of a process (`RLIMIT_FSIZE`).

use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, prlimit};
use tokio::signal::unix::{SignalKind, signal};

/// Makes file writes of a process fail, as on a full disk, until it is dropped. Reads, connections and pipes work.
///
/// It uses the file size limit, which needs no privileges and no file system. The error differs: SQLite reports
/// `SQLITE_IOERR`, where a full disk is `SQLITE_FULL`. `deploy/local/full_disk.py` fills a real disk.
#[derive(Debug)]
pub struct FullDisk {
    /// The limited process; `None` for this process.
    process: Option<Pid>,
    before: Rlimit,
}

impl FullDisk {
    /// Limits this process. Must be called inside a Tokio runtime.
    pub fn here() -> Self {
        // Exceeding the limit raises SIGXFSZ, which would end the process.
        let noticed = signal(SignalKind::from_raw(Signal::XFSZ.as_raw()));
        drop(noticed.expect("a runtime that takes signals"));
        Self::in_process(None)
    }

    /// Limits the process `id`, which must ignore SIGXFSZ as the shop does.
    pub fn of(id: u32) -> Self {
        let process = i32::try_from(id).ok().and_then(Pid::from_raw);
        Self::in_process(Some(process.expect("the id of a process")))
    }

    fn in_process(process: Option<Pid>) -> Self {
        let full = Rlimit { current: Some(0), maximum: getrlimit(Resource::Fsize).maximum };
        let before = prlimit(process, Resource::Fsize, full).expect("a process of this user");
        Self { process, before }
    }
}

impl Drop for FullDisk {
    fn drop(&mut self) {
        // Fails if the process has ended.
        let _ = prlimit(self.process, Resource::Fsize, self.before);
    }
}
