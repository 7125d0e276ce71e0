//! Data of a response that has none.

use serde::Serialize;
use utoipa::ToSchema;

/// A success response without data.
#[derive(Serialize, ToSchema)]
pub struct Nothing {}
