//! Limit of open files, and so of connections, of this process.
//!
//! Most systems start a process with a soft limit of 1024, for programs that use `select`, and allow it to raise this to the
//! hard limit. Otherwise a server is full after a thousand clients.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the soft limit to the hard limit. The servers of the process log their limits.
pub fn raise_limit() {
    let Rlimit { current: soft, maximum: hard } = getrlimit(Resource::Nofile);
    if soft != hard
        && let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: hard, maximum: hard })
    {
        tracing::warn!(limit = soft, %error, "open files: the soft limit could not be raised to the hard one");
    }
}

/// Returns the current soft limit, or `None` without a limit.
pub fn limit() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raising_makes_the_soft_limit_the_hard_one() {
        raise_limit();
        assert_eq!(limit(), getrlimit(Resource::Nofile).maximum);
    }
}
