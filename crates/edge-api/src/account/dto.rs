//! Response bodies that the account routes share: customer profile, role, sign-in, and result of a one-time code.

use heuan_proto::accounts::v1 as proto;
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use heuan_edge_http::{envelope::moment, session::Role};

/// The profile of a customer.
#[derive(Serialize, ToSchema)]
pub struct Customer {
    #[schema(minimum = 1)]
    cus_id: i64,
    fname: String,
    lname: String,
    /// `+856…`, or empty.
    #[schema(example = "+8562055123456")]
    phone: String,
    /// Lower case, or empty.
    email: String,
    role: CustomerRole,
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    created_at: String,
}

/// The profile of the signed-in customer, and what it has confirmed.
#[derive(Serialize, ToSchema)]
pub struct Profile {
    #[serde(flatten)]
    customer: Customer,
    /// Whether a code has confirmed the phone number.
    phone_verified: bool,
    /// Whether a code has confirmed the email address.
    email_verified: bool,
}

/// Role of an account: a customer, or staff with its duties.
#[derive(Clone, Copy, Serialize, ToSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum CustomerRole {
    Customer,
    Clerk,
    Editor,
    Manager,
}

/// The signed-in customer. The session is in the cookies.
#[derive(Serialize, ToSchema)]
pub struct SignedIn {
    pub customer: Customer,
}

/// Result of a one-time code. Both fields are absent after a new password was set.
#[derive(Default, Serialize, ToSchema)]
pub struct VerifiedCode {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer: Option<Customer>,
    /// Whether the account is new and has no name yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_new: Option<bool>,
}

impl From<Role> for CustomerRole {
    fn from(role: Role) -> Self {
        match role {
            Role::Customer => Self::Customer,
            Role::Clerk => Self::Clerk,
            Role::Editor => Self::Editor,
            Role::Manager => Self::Manager,
        }
    }
}

impl TryFrom<proto::GetContactResponse> for Profile {
    type Error = Error;

    fn try_from(contact: proto::GetContactResponse) -> Result<Self> {
        let customer = contact.customer.ok_or_else(|| Error::internal("contact without customer"))?;
        Ok(Self {
            customer: Customer::try_from(customer)?,
            phone_verified: contact.phone_verified_at_ms > 0,
            email_verified: contact.email_verified_at_ms > 0,
        })
    }
}

impl TryFrom<proto::Customer> for Customer {
    type Error = Error;

    fn try_from(customer: proto::Customer) -> Result<Self> {
        let role = CustomerRole::from(Role::from(customer.role()));
        Ok(Self {
            cus_id: customer.customer_id,
            fname: customer.fname,
            lname: customer.lname,
            phone: customer.phone,
            email: customer.email,
            role,
            created_at: moment(customer.created_at_ms)?,
        })
    }
}
