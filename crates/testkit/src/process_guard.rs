//! Child processes of tests, such as a PostgreSQL server, that end with the test process even after SIGKILL.

use std::{
    ffi::OsStr,
    io,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
};

/// Shell script that waits for the end of its standard input, which comes when this process closes it or dies, and then stops the
/// server. SIGQUIT is `pg_ctl stop -m immediate` for PostgreSQL.
const WATCH: &str = "exec 3<&0
{ read -r _ <&3; kill -QUIT $$; while kill -0 $$; do sleep 0.1; done; rm -rf \"$0\"; } 2>/dev/null &
exec 3<&-
exec \"$@\" < /dev/null";

/// Child process that ends with this one, even if this one is killed or holds it in a `static`.
pub struct ChildProcessGuard {
    server: Child,
}

impl ChildProcessGuard {
    /// Runs `command` without input or output. `folder` is removed with it.
    pub fn start(command: &Command, folder: &Path) -> io::Result<Self> {
        let arguments = std::iter::once(command.get_program()).chain(command.get_args());
        let server = Command::new("sh")
            .args([OsStr::new("-c"), OsStr::new(WATCH), folder.as_os_str()])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Self { server })
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.server.id()
    }

    /// Returns the exit status if the process has ended.
    pub fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        self.server.try_wait()
    }
}

impl Drop for ChildProcessGuard {
    fn drop(&mut self) {
        drop(self.server.stdin.take());
        let _ = self.server.wait();
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    fn is_there(id: &str) -> bool {
        std::path::Path::new("/proc").join(id).exists()
    }

    #[test]
    fn process_is_killed_on_drop_and_an_early_exit_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let (file, own) = (folder.path().join("id"), folder.path().join("own"));
        std::fs::create_dir(&own).unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", "echo $$ > \"$0.new\"; mv \"$0.new\" \"$0\"; exec sleep 600"]).arg(&file);
        let mut guard = ChildProcessGuard::start(&command, &own).unwrap();
        let until = Instant::now() + Duration::from_secs(60);
        while !file.exists() {
            assert!(Instant::now() < until, "it never began");
            std::thread::yield_now();
        }
        let id = std::fs::read_to_string(&file).unwrap();
        assert!(is_there(id.trim()) && guard.ended().unwrap().is_none());
        drop(guard);
        assert!(!is_there(id.trim()), "it runs on");
        while own.exists() {
            assert!(Instant::now() < until, "its folder stays");
            std::thread::yield_now();
        }

        let mut command = Command::new("sh");
        command.args(["-c", "exit 3"]);
        let mut guard = ChildProcessGuard::start(&command, &own).unwrap();
        let status = loop {
            if let Some(status) = guard.ended().unwrap() {
                break status;
            }
            assert!(Instant::now() < until, "its end is not noticed");
            std::thread::yield_now();
        };
        assert_eq!(status.code(), Some(3));
    }
}
