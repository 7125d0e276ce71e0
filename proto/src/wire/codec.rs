//! tonic codec without a message type: encodes any [`Wire`] message, and decodes a body to its bytes.

use prost::bytes::Buf;
use tonic::{
    Status,
    codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder},
    codegen::Bytes,
};

use super::Wire;

/// A message of any type to encode.
pub type Outgoing = Box<dyn Put + Send + Sync>;

/// The part of [`Wire`] that does not depend on the message type.
pub trait Put {
    fn put(&self, to: &mut EncodeBuf<'_>);
}

impl<M: Wire> Put for M {
    fn put(&self, to: &mut EncodeBuf<'_>) {
        Wire::put(self, to);
    }
}

pub fn outgoing<M: Wire>(message: M) -> Outgoing {
    Box::new(message)
}

/// Codec that encodes any message and decodes to bytes.
#[derive(Clone, Copy)]
pub struct WireCodec;

impl Codec for WireCodec {
    type Encode = Outgoing;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Encoder for WireCodec {
    type Item = Outgoing;
    type Error = Status;

    fn encode(&mut self, item: Outgoing, to: &mut EncodeBuf<'_>) -> Result<(), Status> {
        item.put(to);
        Ok(())
    }
}

impl Decoder for WireCodec {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(from.copy_to_bytes(from.remaining())))
    }
}
