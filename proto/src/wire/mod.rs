//! Client and server of the generated code, which pass every message to tonic as bytes.
//!
//! tonic's `Grpc` is generic over the messages, so it is compiled once for each method in each crate that calls or
//! serves the method: a quarter of the code of the largest services. The types of this module have the same methods and
//! call `Grpc` with bytes, so that each crate compiles it once. `build.rs` writes their names into the generated code.

mod client;
mod codec;
mod server;

pub(crate) mod grpc {
    pub(crate) use super::client::Grpc as Client;
    pub(crate) use super::server::Grpc as Server;
}

use prost::{DecodeError, Message as _};
use tonic::{Status, codec::EncodeBuf, codegen::Bytes};

/// A request or response message.
pub trait Wire: Send + Sync + Sized + 'static {
    /// Appends the encoded message to `to`.
    fn put(&self, to: &mut EncodeBuf<'_>);

    /// Decodes a message from all of `bytes`.
    fn take(bytes: Bytes) -> Result<Self, DecodeError>;
}

/// Implements [`Wire`]. Because the methods are not generic, they are compiled in this crate only.
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

/// Decodes a message. The error is the one that tonic returns for invalid bytes.
fn read<M: Wire>(bytes: Bytes) -> Result<M, Status> {
    M::take(bytes).map_err(|error| Status::internal(error.to_string()))
}
