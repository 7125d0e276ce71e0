//! Request priority for load shedding.
//!
//! An overloaded shop sheds crawlers before visitors, and visitors before customers who pay. The edge classifies each request
//! with [`scope`]; the priority travels with every call in the header `x-heuan-class`, and each service sheds the lowest
//! priority first (`server/concurrency_limit.rs`).

use std::future::Future;

use http::HeaderValue;

tokio::task_local! {
    static CLASS: RequestPriority;
}

pub(crate) const HEADER: &str = "x-heuan-class";

/// Priority of a request, from the first to be shed to the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RequestPriority {
    /// A crawler.
    Bot,
    /// A visitor, and every request that was not classified.
    #[default]
    Browse,
    /// A signed-in customer: profile, orders, chat.
    Account,
    /// Cart, order and payment.
    Checkout,
}

impl RequestPriority {
    pub const ALL: [Self; 4] = [Self::Bot, Self::Browse, Self::Account, Self::Checkout];

    /// Returns the name in headers and metrics.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bot => "bot",
            Self::Browse => "browse",
            Self::Account => "account",
            Self::Checkout => "checkout",
        }
    }

    pub(crate) fn header(self) -> HeaderValue {
        HeaderValue::from_static(self.name())
    }

    /// Parses the header of a call. A missing or unknown value is the default.
    pub(crate) fn read(value: Option<&HeaderValue>) -> Self {
        let said = value.map(HeaderValue::as_bytes);
        Self::ALL.into_iter().find(|class| said == Some(class.name().as_bytes())).unwrap_or_default()
    }
}

/// Returns the priority of the request that runs on this task.
pub fn current() -> RequestPriority {
    CLASS.try_with(|class| *class).unwrap_or_default()
}

/// Runs `work`, and every call it makes, with this priority. Spawned tasks do not inherit it.
pub async fn scope<T>(class: RequestPriority, work: impl Future<Output = T>) -> T {
    CLASS.scope(class, work).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn priority_holds_in_its_scope_and_is_browse_outside() {
        assert_eq!(current(), RequestPriority::Browse);
        assert_eq!(scope(RequestPriority::Checkout, async { current() }).await, RequestPriority::Checkout);
    }

    #[test]
    fn header_round_trips_and_unknown_values_are_browse() {
        for class in RequestPriority::ALL {
            assert_eq!(RequestPriority::read(Some(&class.header())), class);
        }
        assert_eq!(RequestPriority::read(None), RequestPriority::Browse);
        assert_eq!(RequestPriority::read(Some(&HeaderValue::from_static("king"))), RequestPriority::Browse);
    }
}
