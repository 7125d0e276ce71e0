//! Receiver of the goods of an order: name, landmark, note for the driver and position.

use serde::{Deserialize, Serialize};

/// A rectangle around Laos, in degrees.
const LATITUDES: (f64, f64) = (13.5, 23.0);
const LONGITUDES: (f64, f64) = (99.5, 108.0);
const MILLIONTHS: f64 = 1_000_000.0;

/// The order's own copy of an address of the customer's book. Texts that were not given are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderReceiver {
    /// Empty if the customer receives the goods.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// House number or landmark.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub landmark: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub driver_note: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
}

/// Position on the map in millionths of a degree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub lat_e6: i64,
    pub lng_e6: i64,
}

impl OrderReceiver {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Position {
    /// The position of degrees; `None` outside Laos.
    #[expect(clippy::cast_possible_truncation, reason = "bounded by the rectangle")]
    pub fn of(lat: f64, lng: f64) -> Option<Self> {
        let is_in = |value: f64, (min, max): (f64, f64)| (min..=max).contains(&value);
        let millionths = |degrees: f64| (degrees * MILLIONTHS).round() as i64;
        (is_in(lat, LATITUDES) && is_in(lng, LONGITUDES))
            .then(|| Self { lat_e6: millionths(lat), lng_e6: millionths(lng) })
    }

    /// Latitude and longitude in degrees.
    #[expect(clippy::cast_precision_loss, reason = "at most 180 million")]
    pub fn degrees(self) -> (f64, f64) {
        (self.lat_e6 as f64 / MILLIONTHS, self.lng_e6 as f64 / MILLIONTHS)
    }
}
