//! What goes through the generated clients and servers: whole messages as bytes, whatever they say.
//!
//! The library's `Grpc` is compiled once for each method in each crate that calls or answers it, streams, buffers,
//! limits and all; a quarter of what the largest services were. These have the same methods and pass the call on to
//! it as one of bytes, so that there is one such call in a crate. `build.rs` puts their names into the generated code.

mod client;
mod codec;
mod server;

pub(crate) mod grpc {
    pub(crate) use super::client::Grpc as Client;
    pub(crate) use super::server::Grpc as Server;
}

use prost::{DecodeError, Message as _};
use tonic::{Status, codec::EncodeBuf, codegen::Bytes};

/// A message that is asked or answered with.
pub trait Wire: Send + Sync + Sized + 'static {
    /// Appends the message to `to`.
    fn put(&self, to: &mut EncodeBuf<'_>);

    /// The message in `bytes`, which is all of them.
    fn take(bytes: Bytes) -> Result<Self, DecodeError>;
}

/// Not generic, so that they are compiled here and nowhere else.
macro_rules! wire {
    ($($message:ty),* $(,)?) => {$(
        impl Wire for $message {
            fn put(&self, to: &mut EncodeBuf<'_>) {
                to.reserve(self.encoded_len());
                self.encode_raw(to);
            }

            fn take(bytes: Bytes) -> Result<Self, DecodeError> {
                <Self as prost::Message>::decode(bytes)
            }
        }
    )*};
}

include!(concat!(env!("OUT_DIR"), "/wire.rs"));

/// As the library answers what it cannot read.
fn read<M: Wire>(bytes: Bytes) -> Result<M, Status> {
    M::take(bytes).map_err(|error| Status::internal(error.to_string()))
}
