//! Memory allocator of the process. Call [`limit_memory`] once at the start to reduce its resident memory.

use std::ffi::c_long;

pub use mimalloc::MiMalloc as Allocator;

/// `mi_option_purge_delay` of mimalloc 2 and 3; the binding has no name for it.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;
const NO_DELAY: c_long = 0;

/// Makes the process return unused memory to the operating system. If the system refuses, the process only stays larger.
pub fn limit_memory() {
    disable_huge_pages();
    purge_free_pages_at_once();
}

/// Disables transparent huge pages. Otherwise the allocator requests 2 MB pages, threads write a little to each, and an
/// idle shop holds 100 MB that it does not use.
fn disable_huge_pages() {
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}

/// Returns free pages at once. Otherwise a thread returns them when it next frees memory; an idle thread frees nothing,
/// so memory used at startup would stay allocated until the next request.
#[expect(unsafe_code)]
fn purge_free_pages_at_once() {
    // SAFETY: the function takes no pointers and is safe to call from any thread at any time.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, NO_DELAY) }
}

/// Returns the free memory of the C library's allocator, which C and C++ libraries use, to the operating system.
///
/// ONNX Runtime frees about 30 MB when it has loaded the model, and the C library keeps them otherwise.
#[cfg_attr(all(target_os = "linux", target_env = "gnu"), expect(unsafe_code))]
pub fn trim_c_heap() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the function takes no pointers and is safe to call from any thread at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    #[global_allocator]
    static ALLOCATOR: super::Allocator = super::Allocator;

    /// Anonymous resident memory of this process in bytes.
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
            done.send(full).expect("the receiver is alive");
            ended.recv().expect_err("the test releases it");
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
