//! Whose request this is, for the moment when there is not room for all.
//!
//! A full shop should lose the program that reads its pages before the visitor who looks around, and a visitor before
//! the customer who is paying. Only the edge can tell them apart, so it says it once with [`scope`]; the class travels
//! with every call in `x-heuan-class`, and each service refuses the lowest first (`server/concurrency_limit.rs`).

use std::future::Future;

use http::HeaderValue;

tokio::task_local! {
    static CLASS: RequestPriority;
}

pub(crate) const HEADER: &str = "x-heuan-class";

/// From the first to be refused to the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RequestPriority {
    /// A program that reads the shop.
    Bot,
    /// Somebody who looks around, and whatever nobody has classed.
    #[default]
    Browse,
    /// Somebody signed in, at what is theirs: profile, orders, chat.
    Account,
    /// Cart, order and payment.
    Checkout,
}

impl RequestPriority {
    pub const ALL: [Self; 4] = [Self::Bot, Self::Browse, Self::Account, Self::Checkout];

    /// The word in headers and metrics.
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

    /// What a caller said, or the default for what it did not say or we do not know.
    pub(crate) fn read(value: Option<&HeaderValue>) -> Self {
        let said = value.map(HeaderValue::as_bytes);
        Self::ALL.into_iter().find(|class| said == Some(class.name().as_bytes())).unwrap_or_default()
    }
}

/// The class of the request that runs on this task.
pub fn current() -> RequestPriority {
    CLASS.try_with(|class| *class).unwrap_or_default()
}

/// Runs `work`, and every call it makes, as `class`. Spawned tasks do not inherit it.
pub async fn scope<T>(class: RequestPriority, work: impl Future<Output = T>) -> T {
    CLASS.scope(class, work).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_class_holds_in_its_scope_and_is_browse_outside() {
        assert_eq!(current(), RequestPriority::Browse);
        assert_eq!(scope(RequestPriority::Checkout, async { current() }).await, RequestPriority::Checkout);
    }

    #[test]
    fn a_header_names_its_class_and_anything_else_browses() {
        for class in RequestPriority::ALL {
            assert_eq!(RequestPriority::read(Some(&class.header())), class);
        }
        assert_eq!(RequestPriority::read(None), RequestPriority::Browse);
        assert_eq!(RequestPriority::read(Some(&HeaderValue::from_static("king"))), RequestPriority::Browse);
    }
}
