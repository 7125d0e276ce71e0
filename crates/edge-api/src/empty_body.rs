//! Data of a response without data.

use serde::Serialize;
use utoipa::ToSchema;

/// A success response without data.
#[derive(Serialize, ToSchema)]
pub struct Nothing {}
