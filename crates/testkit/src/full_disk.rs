use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, prlimit};
use tokio::signal::unix::{SignalKind, signal};

/// A process that can write to no file, as on a full disk, until this is dropped. What is read, connections and pipes work.
///
/// It is a limit of the size of files, which needs no rights and no file system of its own. The error differs: SQLite makes
/// `SQLITE_IOERR` of it, where a full disk is `SQLITE_FULL`. `deploy/local/full_disk.py` fills a real one.
#[derive(Debug)]
pub struct FullDisk {
    /// None is this process.
    process: Option<Pid>,
    before: Rlimit,
}

impl FullDisk {
    /// In this process. Call it in a Tokio runtime.
    pub fn here() -> Self {
        // The limit is told by a signal, which would end the process.
        let noticed = signal(SignalKind::from_raw(Signal::XFSZ.as_raw()));
        drop(noticed.expect("a runtime that takes signals"));
        Self::in_process(None)
    }

    /// In the process `id`, one that goes on at SIGXFSZ as the shop does.
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
        // Fails when the process has ended.
        let _ = prlimit(self.process, Resource::Fsize, self.before);
    }
}
