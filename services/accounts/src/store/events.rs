//! Insert of events that browsers report.

use heuan_rpc::Error;
use heuan_store::run;

use super::{Store, store_error};

impl Store {
    pub async fn record(
        &self,
        event_id: &str,
        at: i64,
        customer_id: Option<i64>,
        (log_type, log_value): (&str, &str),
    ) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        let sql =
            "INSERT INTO event (event_id, at, customer_id, log_type, log_value) VALUES ($1, $2, $3, $4, $5)";
        run!(tx, sql, event_id, at, customer_id, log_type, log_value).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }
}
