//! Role-based access control: the staff roles clerk, editor and manager, and the areas of the back office that each
//! may use.

use heuan_proto::accounts::v1 as proto;

/// Role of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::VariantArray)]
pub enum Role {
    Customer,
    Clerk,
    Editor,
    Manager,
}

/// An area of the back office.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    serde::Serialize,
    utoipa::ToSchema,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schema(as = StaffArea)]
pub enum Area {
    /// Pending work, and the figures of the day.
    Today,
    Orders,
    /// Customers with their notes, points and sessions.
    Customers,
    /// Chat with customers.
    Inbox,
    /// Messages of the contact form.
    Messages,
    /// E-mails, SMS and WhatsApp messages to customers.
    Outbox,
    /// Templates of these messages.
    Templates,
    Products,
    /// Promotions, banners, pages, menu, categories and branches.
    Content,
    /// Import and export of the catalog.
    Imports,
    /// Searches of visitors, and synonyms.
    Searches,
    /// Notifications to all customers.
    Broadcasts,
    People,
    /// Log of staff actions.
    Audit,
}

/// Path prefix of the calls of the back office.
pub const BACK_OFFICE: &str = "/api/staff/";

/// Path prefix of the inbox of the staff.
const INBOX: &str = "/api/auth/staff/";
/// The broadcast, whose path is that of the specification.
const BROADCAST: &str = "/api/v1/notifications/broadcast";

/// Whether a path is a staff path, or is below one.
pub fn is_of_staff(path: &str) -> bool {
    path.starts_with(BACK_OFFICE) || path.starts_with(INBOX) || path == BROADCAST
}

/// Areas by path prefix. Calls for staff that are not listed are for managers.
const PATHS: [(&str, Area); 19] = [
    ("/api/staff/today", Area::Today),
    ("/api/staff/orders", Area::Orders),
    // This covers pushes of new orders, waiting chats and contact messages, because these areas have the
    // same roles.
    ("/api/staff/push", Area::Orders),
    ("/api/staff/customers", Area::Customers),
    (INBOX, Area::Inbox),
    ("/api/staff/messages", Area::Messages),
    ("/api/staff/outbox", Area::Outbox),
    ("/api/staff/message-templates", Area::Templates),
    ("/api/staff/products", Area::Products),
    ("/api/staff/product-locations", Area::Orders),
    ("/api/staff/product-codes", Area::Orders),
    ("/api/staff/content", Area::Content),
    ("/api/staff/imports", Area::Imports),
    ("/api/staff/export", Area::Imports),
    ("/api/staff/searches", Area::Searches),
    (BROADCAST, Area::Broadcasts),
    ("/api/staff/news", Area::Broadcasts),
    ("/api/staff/people", Area::People),
    ("/api/staff/audit", Area::Audit),
];

impl Role {
    pub fn is_staff(self) -> bool {
        self != Self::Customer
    }

    /// Whether the role may use an area.
    pub fn may_use(self, area: Area) -> bool {
        match self {
            Self::Customer => false,
            Self::Clerk => {
                matches!(
                    area,
                    Area::Today
                        | Area::Orders
                        | Area::Customers
                        | Area::Inbox
                        | Area::Messages
                        | Area::Outbox
                )
            }
            Self::Editor => matches!(
                area,
                Area::Today
                    | Area::Products
                    | Area::Content
                    | Area::Imports
                    | Area::Searches
                    | Area::Broadcasts
            ),
            Self::Manager => true,
        }
    }

    /// Whether the role may use the call for staff at `path`, which the route `route` serves.
    pub(super) fn may_call(self, path: &str, route: &str) -> bool {
        if MANAGER_ROUTES.contains(&route) {
            return self == Self::Manager;
        }
        if needs_no_proof(path) || path == RECOVERY_CODES {
            return self.is_staff();
        }
        match PATHS.iter().find(|(prefix, _)| path.starts_with(prefix)) {
            Some((_, area)) => self.may_use(*area),
            None => self == Self::Manager,
        }
    }
}

/// Routes that only managers may use, in areas of other roles. They are compared with the route and not with the path, which
/// may spell it in another way.
const MANAGER_ROUTES: [&str; 5] = [
    "/api/staff/orders/{order_id}/corrections",
    "/api/staff/customers/{cus_id}/block",
    "/api/staff/customers/{cus_id}/points/corrections",
    "/api/staff/customers/{cus_id}/erasure",
    "/api/staff/customers/{cus_id}/export.json",
];

/// Routes with which each member of the staff manages their own account.
const SELF_SERVICE_ROUTES: [&str; 4] = [
    "/api/staff/me",
    "/api/staff/second-factor",
    "/api/staff/second-factor/confirm",
    "/api/staff/second-factor/verify",
];

/// The route of recovery codes, which each member of the staff may use once the second factor was entered.
const RECOVERY_CODES: &str = "/api/staff/second-factor/recovery-codes";

/// Whether a call is open before the temporary password was replaced and the second factor was entered.
pub(super) fn needs_no_proof(path: &str) -> bool {
    SELF_SERVICE_ROUTES.contains(&path)
}

impl From<proto::Role> for Role {
    fn from(role: proto::Role) -> Self {
        match role {
            proto::Role::Customer | proto::Role::Unspecified => Self::Customer,
            proto::Role::Clerk => Self::Clerk,
            proto::Role::Editor => Self::Editor,
            proto::Role::Manager => Self::Manager,
        }
    }
}

impl From<Role> for proto::Role {
    fn from(role: Role) -> Self {
        match role {
            Role::Customer => Self::Customer,
            Role::Clerk => Self::Clerk,
            Role::Editor => Self::Editor,
            Role::Manager => Self::Manager,
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("/api/staff/orders/1/actions", &[Role::Clerk, Role::Manager])]
    #[case("/api/staff/push/subscription", &[Role::Clerk, Role::Manager])]
    #[case("/api/auth/staff/conversations", &[Role::Clerk, Role::Manager])]
    #[case("/api/staff/messages", &[Role::Clerk, Role::Manager])]
    #[case("/api/staff/outbox/7/resend", &[Role::Clerk, Role::Manager])]
    #[case("/api/staff/message-templates", &[Role::Manager])]
    #[case("/api/staff/products/7", &[Role::Editor, Role::Manager])]
    #[case("/api/staff/product-locations", &[Role::Clerk, Role::Manager])]
    #[case("/api/staff/product-codes", &[Role::Clerk, Role::Manager])]
    #[case("/api/staff/products/images", &[Role::Editor, Role::Manager])]
    #[case("/api/staff/content/page/about", &[Role::Editor, Role::Manager])]
    #[case("/api/staff/content/hero/hero/draft/publish", &[Role::Editor, Role::Manager])]
    #[case("/api/staff/imports/1/apply", &[Role::Editor, Role::Manager])]
    #[case("/api/staff/searches/synonyms/7", &[Role::Editor, Role::Manager])]
    #[case("/api/staff/export", &[Role::Editor, Role::Manager])]
    #[case("/api/v1/notifications/broadcast", &[Role::Editor, Role::Manager])]
    #[case("/api/staff/today", &[Role::Clerk, Role::Editor, Role::Manager])]
    #[case("/api/staff/me", &[Role::Clerk, Role::Editor, Role::Manager])]
    #[case("/api/staff/second-factor/verify", &[Role::Clerk, Role::Editor, Role::Manager])]
    #[case("/api/staff/second-factor/recovery-codes", &[Role::Clerk, Role::Editor, Role::Manager])]
    #[case("/api/staff/customers/7", &[Role::Clerk, Role::Manager])]
    #[case("/api/staff/customers/{cus_id}/block", &[Role::Manager])]
    #[case("/api/staff/people/7", &[Role::Manager])]
    #[case("/api/staff/people/7/branch", &[Role::Manager])]
    #[case("/api/staff/audit", &[Role::Manager])]
    #[case("/api/staff/something-new", &[Role::Manager])]
    fn call_is_open_to_the_roles_of_its_area(#[case] path: &str, #[case] roles: &[Role]) {
        for role in <Role as strum::VariantArray>::VARIANTS {
            assert_eq!(role.may_call(path, path), roles.contains(role), "{role:?} {path}");
        }
    }
}
