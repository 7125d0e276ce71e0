//! Calls between services.
//!
//! A service hands out its gRPC [`Routes`](tonic::service::Routes). [`Guarded`] puts the rules of answering around
//! them: [`Transport::in_process`] calls it in the same process, [`serve`] opens its port for [`Transport::connect`].
//! The generated clients see no difference, and both ways carry the same [deadlines](deadline), [classes](class) and
//! [errors](Error). A [`Caller`] repeats what may be repeated.

mod balance;
mod breaker;
pub mod call_counter;
mod convert;
pub mod deadline;
mod error;
mod metrics;
mod policy;
pub mod priority;
mod retry_budget;
mod retrying_client;
mod server;
mod target;
pub mod topology;
mod trace;
mod transport;

pub use balance::Resolve;
pub use breaker::BreakerState;
pub use error::{Code, Error, Result};
pub use policy::{DEFAULTS, Policy};
pub use retrying_client::RetryingClient;
pub use server::{GrpcService, Health, ServeOptions, serve};
pub use target::Target;
pub use transport::Transport;
