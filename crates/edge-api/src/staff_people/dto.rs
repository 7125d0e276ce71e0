//! JSON types of members of the staff: roles, areas, second factor and recovery codes.

use heuan_edge_http::session::{Area, Session};
use heuan_proto::accounts::v1 as proto;
use heuan_rpc::{Error, Result};
use serde::{Deserialize, Serialize};
use strum::VariantArray as _;
use utoipa::ToSchema;

use crate::account::Customer;

/// The caller of the back office.
#[derive(Serialize, ToSchema)]
#[schema(as = StaffMe)]
pub struct Me {
    account: Customer,
    /// Areas that the caller may use: none before a temporary password was replaced and the second factor was entered, if the
    /// account needs one.
    areas: Vec<Area>,
    second_factor: SecondFactorState,
    /// Whether the shop made the caller's password, which must be replaced before anything else.
    has_temporary_password: bool,
    /// Branch whose orders the caller's lists show first; null without one.
    #[schema(required)]
    home_branch_id: Option<i64>,
}

/// Second factor of the caller's session.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SecondFactorState {
    /// The account has none, and needs none.
    NotRequired,
    /// The account must set one up.
    Missing,
    /// The account has one, and its code was not entered in this session.
    Pending,
    Verified,
}

/// The caller's password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CurrentPasswordBody {
    pub current_password: String,
}

/// A code of the authenticator app, or a recovery code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeBody {
    #[schema(example = "123456", max_length = 100)]
    pub code: String,
}

/// A secret for an authenticator app.
#[derive(Serialize, ToSchema)]
pub struct SecondFactorSecret {
    /// Base32, to type into the app.
    pub secret: String,
    /// To draw as a QR code.
    #[schema(example = "otpauth://totp/Heuan:%2B8562055123456?secret=GEZDGNBVGY3TQOJQ&issuer=Heuan")]
    pub url: String,
}

/// Single-use codes for a lost phone, shown only here.
#[derive(Serialize, ToSchema)]
pub struct RecoveryCodes {
    pub recovery_codes: Vec<String>,
}

impl From<proto::SecondFactor> for SecondFactorState {
    fn from(state: proto::SecondFactor) -> Self {
        match state {
            proto::SecondFactor::Unspecified | proto::SecondFactor::NotRequired => Self::NotRequired,
            proto::SecondFactor::Missing => Self::Missing,
            proto::SecondFactor::Pending => Self::Pending,
            proto::SecondFactor::Verified => Self::Verified,
        }
    }
}

/// A role of the staff.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StaffRole {
    /// Orders, chat and contact messages.
    Clerk,
    /// Products, promotions, content and imports.
    Editor,
    /// Everything.
    Manager,
}

/// A new member of staff. A phone number or an email address is required.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddPersonBody {
    #[schema(min_length = 1, max_length = 80)]
    pub fname: String,
    #[schema(min_length = 1, max_length = 80)]
    pub lname: String,
    #[schema(example = "020 5512 3456")]
    pub phone: Option<String>,
    pub email: Option<String>,
    pub role: StaffRole,
}

/// The new role of a member of staff.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoleBody {
    pub role: StaffRole,
}

/// A member of staff, with the home branch.
#[derive(Serialize, ToSchema)]
pub struct StaffMember {
    #[serde(flatten)]
    account: Customer,
    /// Branch whose orders their lists show first; null without one.
    #[schema(required)]
    home_branch_id: Option<i64>,
}

/// The new home branch of a member of staff.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HomeBranchBody {
    /// `b_id` of a branch; null for none.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required, minimum = 1)]
    pub branch_id: Option<i64>,
}

/// A member of staff that was added.
#[derive(Serialize, ToSchema)]
pub struct AddedPerson {
    account: Customer,
    /// Password of a new account, which its owner must replace, shown only here; null if the account existed and keeps its password.
    #[schema(required)]
    temporary_password: Option<String>,
}

impl TryFrom<&Session> for Me {
    type Error = Error;

    fn try_from(session: &Session) -> Result<Self> {
        let areas = Area::VARIANTS.iter().copied().filter(|area| session.may_use(*area)).collect();
        let second_factor = session.second_factor.into();
        Ok(Self {
            account: session.customer.clone().try_into()?,
            areas,
            second_factor,
            has_temporary_password: session.has_temporary_password,
            home_branch_id: session.home_branch_id,
        })
    }
}

impl From<StaffRole> for proto::Role {
    fn from(role: StaffRole) -> Self {
        match role {
            StaffRole::Clerk => Self::Clerk,
            StaffRole::Editor => Self::Editor,
            StaffRole::Manager => Self::Manager,
        }
    }
}

impl StaffMember {
    pub fn new(customer: proto::Customer, home_branch_id: Option<i64>) -> Result<Self> {
        Ok(Self { account: customer.try_into()?, home_branch_id })
    }
}

impl AddedPerson {
    pub fn new(customer: proto::Customer, temporary_password: String) -> Result<Self> {
        let temporary_password = Some(temporary_password).filter(|password| !password.is_empty());
        Ok(Self { account: customer.try_into()?, temporary_password })
    }
}
