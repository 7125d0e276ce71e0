/// Keeps the process to the system's usual pages. The allocator wishes for large ones, of 2 MB, where the system leaves it
/// to each program, and a shop at rest then holds 100 MB it does not use: its threads write a little here and there.
/// Where it is refused, the process is only larger.
pub fn small_pages_only() {
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}
