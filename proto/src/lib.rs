//! gRPC contracts between the services. A service depends on this crate and never on another service.
//!
//! Shapes, units and errors are documented in the `.proto` files beside this crate; money is whole kip in
//! `int64`, times are Unix milliseconds in `int64`, ids are positive `int64`.

#![allow(clippy::pedantic, clippy::large_enum_variant, reason = "generated code")]

/// The descriptor set of all `.proto` files, for gRPC reflection.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

mod redacted;
mod wire;

/// Customers, sessions and staff roles (service `accounts`).
pub mod accounts {
    pub mod v1 {
        tonic::include_proto!("heuan.accounts.v1");
    }
}

/// Branches of the retailer and the weather there (service `weather-branches`).
pub mod branches {
    pub mod v1 {
        tonic::include_proto!("heuan.branches.v1");
    }
}

/// Categories, products, stock, promotions and content (service `catalog-gateway`).
pub mod catalog {
    pub mod v1 {
        tonic::include_proto!("heuan.catalog.v1");
    }
}

/// Conversations between customers and staff (service `chat`).
pub mod chat {
    pub mod v1 {
        tonic::include_proto!("heuan.chat.v1");
    }
}

/// Product search by image (service `image-search`).
pub mod imagesearch {
    pub mod v1 {
        tonic::include_proto!("heuan.imagesearch.v1");
    }
}

/// Notifications of customers, and the receiver of other services' events (service `notifications`).
pub mod notifications {
    pub mod v1 {
        tonic::include_proto!("heuan.notifications.v1");
    }
}

/// Carts, wishlists, orders and points (service `orders`).
pub mod orders {
    pub mod v1 {
        tonic::include_proto!("heuan.orders.v1");
    }
}

/// Data of one customer in a service (`orders`, `chat`, `notifications`, `search`).
pub mod privacy {
    pub mod v1 {
        tonic::include_proto!("heuan.privacy.v1");
    }
}

/// Details of a failed call.
pub mod rpc {
    pub mod v1 {
        tonic::include_proto!("heuan.rpc.v1");
    }
}

/// Product search by text (service `search`).
pub mod search {
    pub mod v1 {
        tonic::include_proto!("heuan.search.v1");
    }
}

pub mod staffcontent {
    pub mod v1 {
        tonic::include_proto!("heuan.staffcontent.v1");
    }
}
