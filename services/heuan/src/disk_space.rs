//! Metrics of the file system of the data folder.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use heuan_runtime::Shutdown;

const INTERVAL: Duration = Duration::from_secs(15);

/// Updates `data_dir_available_bytes` and `data_dir_size_bytes` every 15 seconds until shutdown.
pub fn watch(folder: PathBuf, shutdown: &Shutdown) {
    let begun = shutdown.requested();
    shutdown.spawn(async move {
        tokio::select! {
            () = measure_always(&folder) => {}
            () = begun => {}
        }
    });
}

async fn measure_always(folder: &Path) {
    let labels = [("path", folder.display().to_string())];
    let (available, size) = (
        metrics::gauge!("data_dir_available_bytes", &labels),
        metrics::gauge!("data_dir_size_bytes", &labels),
    );
    loop {
        // A missing folder has no file system. A service with only PostgreSQL never creates the folder.
        if let Ok(file_system) = rustix::fs::statvfs(folder) {
            available.set((file_system.f_bavail * file_system.f_frsize) as f64);
            size.set((file_system.f_blocks * file_system.f_frsize) as f64);
        }
        tokio::time::sleep(INTERVAL).await;
    }
}
