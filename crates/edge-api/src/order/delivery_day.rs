//! JSON type of the planned day of a delivery or pickup.

use heuan_proto::orders::v1 as proto;
use heuan_rpc::{Error, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Planned day, and part of the day, on which the goods of an order go out or are picked up.
#[derive(Serialize, ToSchema)]
pub struct DeliveryDay {
    /// Day in Laos.
    #[schema(format = Date, example = "2026-11-21")]
    day: String,
    /// Null for any time of the day.
    #[schema(required)]
    part: Option<DayPart>,
}

#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DayPart {
    Morning,
    Afternoon,
}

impl DayPart {
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }
}

impl TryFrom<proto::DeliveryDay> for DeliveryDay {
    type Error = Error;

    fn try_from(from: proto::DeliveryDay) -> Result<Self> {
        let proto::DeliveryDay { day, part } = from;
        if part.is_empty() {
            return Ok(Self { day, part: None });
        }
        let part: DayPart =
            part.parse().map_err(|_| Error::internal(format!("{part} is no part of a day")))?;
        Ok(Self { day, part: Some(part) })
    }
}
