//! gRPC clients and servers with deadlines, retries, circuit breakers, load balancing and load shedding.
//!
//! A service provides its gRPC [`Routes`](tonic::service::Routes). [`GrpcService`] adds deadline, concurrency limit and panic
//! isolation. [`Transport::in_process`] calls it in the same process, [`serve`] opens its port for [`Transport::connect`].
//! Generated clients work the same over both, and both carry the same [deadlines](deadline), [priorities](priority) and
//! [errors](Error). A [`RetryingClient`] retries idempotent calls.

mod admission;
mod balance;
mod breaker;
pub mod call_counter;
mod convert;
pub mod deadline;
mod error;
mod event_sink;
mod metrics;
mod personal_data;
mod policy;
pub mod priority;
mod resolver;
mod retention;
mod retry_budget;
mod retrying_client;
mod run_to_completion;
mod server;
mod target;
pub mod topology;
mod trace;
mod transport;
mod wait_for_ready;
mod watch;

pub use breaker::BreakerState;
pub use error::{Code, Error, Result};
pub use event_sink::{EventSink, MAX_EVENTS};
pub use personal_data::{ErasedCustomer, MAX_EXPORT_BYTES, PersonalDataStore, personal_data_server};
pub use policy::{DEFAULTS, Policy};
pub use resolver::Resolve;
pub use retention::retention_server;
pub use retrying_client::RetryingClient;
pub use run_to_completion::run_to_completion;
pub use server::{GrpcService, Health, ServeOptions, serve};
pub use target::Target;
pub use transport::Transport;
pub use watch::{Watch, keep_watching};
