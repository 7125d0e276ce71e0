use std::time::Duration;

use metrics::Gauge;

use crate::{Db, Location};

const EVERY: Duration = Duration::from_secs(5);

/// Tells `sql_pool_connections` until the database is closed. One line for a service: SQLite's readers and its writer
/// count together.
pub(crate) fn follow(db: Db, location: &Location) {
    let service = match location {
        Location::File(path) => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        Location::Postgres { schema, .. } => schema.replace('_', "-"),
    };
    let gauge = |state: &'static str| metrics::gauge!("sql_pool_connections", "service" => service.clone(), "state" => state);
    let gauges = [gauge("used"), gauge("idle")];
    tokio::spawn(async move {
        let mut ticks = tokio::time::interval(EVERY);
        while !db.is_closed() {
            ticks.tick().await;
            tell(&db, &gauges);
        }
    });
}

fn tell(db: &Db, [used, idle]: &[Gauge; 2]) {
    let (size, resting) = match db {
        Db::Sqlite { read, write } => (read.size() + write.size(), read.num_idle() + write.num_idle()),
        Db::Pg(pool) => (pool.size(), pool.num_idle()),
    };
    // The two are read one after the other, and a connection may come back between.
    used.set((f64::from(size) - resting as f64).max(0.0));
    idle.set(resting as f64);
}
