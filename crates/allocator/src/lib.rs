//! The [`Allocator`] of the process and how it is kept small: [`limit_memory`], once, at the start.

use std::ffi::c_long;

pub use mimalloc::MiMalloc as Allocator;

/// `mi_option_purge_delay` of mimalloc 2 and 3, which the binding does not name.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;
const NO_DELAY: c_long = 0;

/// Keeps the process from holding memory that nothing is in. Where the system refuses, it is only larger.
pub fn limit_memory() {
    disable_huge_pages();
    purge_free_pages_at_once();
}

/// The allocator wishes for large pages, of 2 MB, where the system leaves it to each program, and a shop at rest then
/// holds 100 MB it does not use: its threads write a little here and there.
fn disable_huge_pages() {
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}

/// Otherwise each thread gives pages back only when it next frees memory some time after they became free, and a thread
/// that is at rest frees nothing: what a shop needed to open would stay for as long as nobody comes.
#[expect(unsafe_code)]
fn purge_free_pages_at_once() {
    // SAFETY: it takes no pointers, and any thread may call it at any time.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, NO_DELAY) }
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    #[global_allocator]
    static ALLOCATOR: super::Allocator = super::Allocator;

    /// What this process holds in memory of its own, in bytes.
    #[cfg(target_os = "linux")]
    fn anonymous_rss() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").expect("Linux describes processes");
        let line =
            status.lines().find_map(|line| line.strip_prefix("RssAnon:")).expect("it says what is in memory");
        line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") * 1024
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn memory_freed_by_an_idle_thread_returns_to_the_system() {
        const SIZE: usize = 24 << 20;
        super::limit_memory();
        let (done, at_rest) = std::sync::mpsc::channel();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let thread = std::thread::spawn(move || {
            let pieces: Vec<Vec<u8>> = (0..SIZE / 4096).map(|_| vec![1; 4096]).collect();
            let full = anonymous_rss();
            drop(std::hint::black_box(pieces));
            done.send(full).expect("somebody listens");
            ended.recv().expect_err("the test lets go");
        });
        let full = at_rest.recv().expect("the thread is well");
        assert!(
            anonymous_rss() + SIZE as u64 / 2 < full,
            "{} of {full} bytes are still held",
            anonymous_rss()
        );
        drop(end);
        thread.join().expect("the thread is well");
    }
}
