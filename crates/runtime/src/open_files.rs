//! How many files, and so connections, this process may hold open.
//!
//! Most systems start a process with a soft limit of 1024, for programs that use `select`, and let it raise that to the
//! hard limit. A server that does not is full after a thousand clients.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the soft limit to the hard one. The servers of the process log what they make of it.
pub fn raise_limit() {
    let Rlimit { current: soft, maximum: hard } = getrlimit(Resource::Nofile);
    if soft != hard
        && let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: hard, maximum: hard })
    {
        tracing::warn!(limit = soft, %error, "open files: the soft limit could not be raised to the hard one");
    }
}

/// The soft limit as it is now; none when there is no limit.
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
