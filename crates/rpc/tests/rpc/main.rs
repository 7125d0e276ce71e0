//! Guarantees of calls under faults, in one process and over real sockets.

mod balance;
mod breaker;
mod drain;
mod greedy;
mod metrics;
mod overload;
mod passed_on;
mod retries;
mod rolling;
mod stalls;
mod support;
mod transport;
mod wait_for_ready;
