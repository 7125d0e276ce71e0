//! SQL of weather readings: table `weather`, where one replica at a time claims a fetch.

use heuan_store::{Result, StoreError, read, run};

use super::Store;
use crate::{reading::Reading, weather_location::WeatherLocation};

/// Stored weather of a branch.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredWeather {
    pub b_id: i64,
    lat: f64,
    lng: f64,
    /// Earliest time of the next fetch.
    pub due_at: i64,
    /// `None` until the first successful fetch.
    pub reading: Option<Reading>,
}

impl StoredWeather {
    /// Whether the reading was fetched for the branch's current coordinates.
    #[allow(clippy::float_cmp, reason = "the same numbers, stored and read back exactly")]
    pub fn is_of(&self, place: &WeatherLocation) -> bool {
        self.b_id == place.b_id && self.lat == place.lat && self.lng == place.lng
    }
}

impl Store {
    pub async fn weather(&self) -> Result<Vec<StoredWeather>> {
        let sql = "SELECT b_id, lat, lng, due_at, body FROM weather";
        let rows: Vec<(i64, f64, f64, i64, Option<String>)> =
            read!(self.db, |pool| sqlx::query_as(sql).fetch_all(pool).await?);
        rows.into_iter()
            .map(|(b_id, lat, lng, due_at, body)| {
                let reading = body
                    .map(|body| serde_json::from_str(&body))
                    .transpose()
                    .map_err(|error| corrupt(&error))?;
                Ok(StoredWeather { b_id, lat, lng, due_at, reading })
            })
            .collect()
    }

    /// Claims the fetch for `place`. Returns true for exactly one of all concurrent callers at `now`; the next claim
    /// succeeds from
    /// `next` on. A branch that has moved loses its reading.
    pub async fn take_turn(&self, place: &WeatherLocation, now: i64, next: i64) -> Result<bool> {
        let sql = "INSERT INTO weather (b_id, lat, lng, due_at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (b_id) DO UPDATE SET lat = excluded.lat, lng = excluded.lng, due_at = excluded.due_at, \
             body = CASE WHEN weather.lat = excluded.lat AND weather.lng = excluded.lng THEN weather.body END \
             WHERE weather.due_at <= $5 OR weather.lat <> excluded.lat OR weather.lng <> excluded.lng";
        let mut tx = self.db.begin().await?;
        let taken = run!(tx, sql, place.b_id, place.lat, place.lng, next, now)?;
        tx.commit().await?;
        Ok(taken == 1)
    }

    /// Stores the reading of `place`, unless the branch has moved meanwhile.
    pub async fn store_reading(&self, place: &WeatherLocation, reading: &Reading) -> Result<()> {
        let body = serde_json::to_string(reading).map_err(|error| corrupt(&error))?;
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE weather SET body = $4 WHERE b_id = $1 AND lat = $2 AND lng = $3";
        run!(tx, sql, place.b_id, place.lat, place.lng, &body)?;
        tx.commit().await
    }

    /// Allows the next fetch of `place` from `next` on.
    pub async fn give_turn_back(&self, place: &WeatherLocation, next: i64) -> Result<()> {
        let mut tx = self.db.begin().await?;
        run!(tx, "UPDATE weather SET due_at = $2 WHERE b_id = $1", place.b_id, next)?;
        tx.commit().await
    }
}

fn corrupt(error: &serde_json::Error) -> StoreError {
    StoreError::Corrupt { what: "weather", reason: error.to_string() }
}
