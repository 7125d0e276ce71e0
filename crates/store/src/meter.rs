//! Gauge `sql_pool_connections`: used and idle connections of the pools, updated every five seconds.

use std::time::Duration;

use metrics::Gauge;

use crate::{DatabaseUrl, Db};

const EVERY: Duration = Duration::from_secs(5);

/// Updates `sql_pool_connections` until the database is closed. SQLite's readers and writer are counted
/// together.
pub(crate) fn follow(db: Db, location: &DatabaseUrl) {
    let service = location.service();
    let gauge = |state: &'static str| metrics::gauge!("sql_pool_connections", "service" => service.clone(), "state" => state);
    let gauges = [gauge("used"), gauge("idle")];
    tokio::spawn(async move {
        let mut ticks = tokio::time::interval(EVERY);
        while !db.is_closed() {
            ticks.tick().await;
            update_gauges(&db, &gauges);
        }
    });
}

fn update_gauges(db: &Db, [used, idle]: &[Gauge; 2]) {
    let (size, resting) = match db {
        Db::Sqlite { read, write } => (
            read.pool.size() + write.pool.size(),
            idle_of(read.pool.num_idle(), read.pool.size())
                + idle_of(write.pool.num_idle(), write.pool.size()),
        ),
        Db::Pg(pool) => (pool.pool.size(), idle_of(pool.pool.num_idle(), pool.pool.size())),
    };
    // The two numbers are read one after the other, and a connection may be returned in between.
    used.set((f64::from(size) - f64::from(resting)).max(0.0));
    idle.set(f64::from(resting));
}

/// Returns the idle connections. The pool's counter may underflow for a moment to a very large number.
fn idle_of(counted: usize, size: u32) -> u32 {
    u32::try_from(counted).map_or(0, |idle| if idle > size { 0 } else { idle })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_connection_count_is_reported_as_zero() {
        assert_eq!([idle_of(3, 5), idle_of(5, 5), idle_of(usize::MAX, 5), idle_of(6, 5)], [3, 5, 0, 0]);
    }
}
