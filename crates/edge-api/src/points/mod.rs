//! Club points of the signed-in customer.

use actix_web::{HttpResponse, get, http::StatusCode, web::Data};
use heuan_proto::orders::v1::{self as proto, points_service_client::PointsServiceClient};
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::{Envelope, moment},
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    session::Session,
};

#[derive(Serialize, ToSchema)]
pub struct Points {
    #[schema(minimum = 0)]
    balance: i64,
    /// Kip of an order's total for which one point is earned.
    #[schema(example = 200_000)]
    kip_per_point_earned: i64,
    /// Discount for one point, kip.
    point_value: i64,
    /// Newest first, at most 200.
    entries: Vec<PointsEntry>,
}

#[derive(Serialize, ToSchema)]
pub struct PointsEntry {
    #[schema(format = DateTime)]
    at: String,
    kind: PointsKind,
    /// Negative for deductions.
    points: i64,
    /// Empty for a correction.
    order_id: String,
}

/// `returned` are redeemed points of a canceled order, `revoked` earned points of one; `corrected` are changes by the shop, and
/// `closed` is the rest of a customer whose data was erased.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PointsKind {
    Earned,
    Redeemed,
    Returned,
    Revoked,
    Corrected,
    Closed,
    /// A kind of a newer release.
    Other,
}

impl PointsKind {
    pub fn read(kind: &str) -> Self {
        match kind {
            "earned" => Self::Earned,
            "redeemed" => Self::Redeemed,
            "returned" => Self::Returned,
            "revoked" => Self::Revoked,
            "corrected" => Self::Corrected,
            "closed" => Self::Closed,
            _ => Self::Other,
        }
    }
}

/// Returns the customer's points and their history.
#[utoipa::path(
    tag = "points",
    operation_id = "get_points",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The points", body = Envelope<Points>), UnauthorizedResponse, ClientErrorResponses),
)]
#[get("/api/auth/points")]
pub async fn get_points(session: Session, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let client = state.clients.points();
    let rpc_request = proto::GetPointsRequest { customer_id: session.customer_id };
    let answer =
        state.with_deadline(client.read("GetPoints", PointsServiceClient::get_points, rpc_request)).await?;
    respond::private(StatusCode::OK, &Envelope::of(Points::try_from(answer)?))
}

impl TryFrom<proto::GetPointsResponse> for Points {
    type Error = Error;

    fn try_from(points: proto::GetPointsResponse) -> Result<Self> {
        Ok(Self {
            balance: points.balance,
            kip_per_point_earned: points.kip_per_point,
            point_value: points.point_value,
            entries: points.entries.into_iter().map(PointsEntry::try_from).collect::<Result<_>>()?,
        })
    }
}

impl TryFrom<proto::PointsEntry> for PointsEntry {
    type Error = Error;

    fn try_from(entry: proto::PointsEntry) -> Result<Self> {
        let kind = PointsKind::read(&entry.kind);
        Ok(Self { at: moment(entry.at_ms)?, kind, points: entry.points, order_id: entry.order_id })
    }
}
