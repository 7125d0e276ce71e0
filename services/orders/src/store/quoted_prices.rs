//! Queries of the prices and terms shown to a customer by quotes, one row with JSON for each customer.

use heuan_rpc::Error;
use heuan_store::{on, read, run};

use super::{Store, json, store_error};
use crate::{
    checkout::ShownTerms,
    quoted_prices::{QuotedPrice, QuotedPrices},
};

impl Store {
    /// The prices shown to the customer by quotes.
    pub async fn quoted_prices(&self, customer_id: i64) -> Result<QuotedPrices, Error> {
        let sql = "SELECT prices FROM seen_price WHERE customer_id = $1";
        let row: Option<(String,)> = read!(self.db, |pool| {
            sqlx::query_as(sql).bind(customer_id).fetch_optional(pool).await.map_err(store_error)?
        });
        quoted_prices(row.map(|(prices,)| prices))
    }

    /// The terms that the last quote showed to the customer; `None` before the first quote.
    pub async fn shown_terms(&self, customer_id: i64) -> Result<Option<ShownTerms>, Error> {
        let sql = "SELECT terms FROM seen_price WHERE customer_id = $1 AND terms <> ''";
        let row: Option<(String,)> = read!(self.db, |pool| {
            sqlx::query_as(sql).bind(customer_id).fetch_optional(pool).await.map_err(store_error)?
        });
        row.map(|(terms,)| json::read("shown terms", &terms)).transpose()
    }

    /// Records the prices and terms shown to the customer by a quote under `key`.
    pub async fn show(
        &self,
        customer_id: i64,
        prices: Vec<QuotedPrice>,
        terms: ShownTerms,
        key: &str,
        now: i64,
    ) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "INSERT INTO seen_price (customer_id, prices) VALUES ($1, '{}') \
             ON CONFLICT (customer_id) DO UPDATE SET prices = seen_price.prices RETURNING prices";
        let (stored,): (String,) = on!(tx, |conn| sqlx::query_as(sql)
            .bind(customer_id)
            .fetch_one(conn)
            .await
            .map_err(store_error)?);
        let mut seen: QuotedPrices = json::read("seen prices", &stored)?;
        seen.show(prices, key, now);
        let sql = "UPDATE seen_price SET prices = $2, terms = $3 WHERE customer_id = $1";
        run!(tx, sql, customer_id, &json::write(&seen)?, &json::write(&terms)?).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }
}

pub(super) fn quoted_prices(stored: Option<String>) -> Result<QuotedPrices, Error> {
    stored.map_or_else(|| Ok(QuotedPrices::default()), |prices| json::read("seen prices", &prices))
}
