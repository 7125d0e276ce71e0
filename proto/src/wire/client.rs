//! gRPC client of the generated code: encodes requests and decodes responses around a call of tonic with bytes.

use futures::FutureExt as _;
use tonic::{
    Request, Response, Status,
    body::Body,
    client::GrpcService,
    codec::{Codec, CompressionEncoding, Streaming},
    codegen::{Body as HttpBody, Bytes, StdError, http::Uri, http::uri::PathAndQuery},
};

use super::{
    Wire,
    codec::{Outgoing, WireCodec, outgoing},
    read,
};

/// Replaces [`tonic::client::Grpc`].
#[derive(Clone, Debug)]
pub struct Grpc<T>(tonic::client::Grpc<T>);

impl<T> Grpc<T> {
    pub fn new(inner: T) -> Self {
        Self(tonic::client::Grpc::new(inner))
    }

    pub fn with_origin(inner: T, origin: Uri) -> Self {
        Self(tonic::client::Grpc::with_origin(inner, origin))
    }

    pub fn send_compressed(self, encoding: CompressionEncoding) -> Self {
        Self(self.0.send_compressed(encoding))
    }

    pub fn accept_compressed(self, encoding: CompressionEncoding) -> Self {
        Self(self.0.accept_compressed(encoding))
    }

    pub fn max_decoding_message_size(self, limit: usize) -> Self {
        Self(self.0.max_decoding_message_size(limit))
    }

    pub fn max_encoding_message_size(self, limit: usize) -> Self {
        Self(self.0.max_encoding_message_size(limit))
    }
}

impl<T> Grpc<T>
where
    T: GrpcService<Body>,
    T::ResponseBody: HttpBody<Data = Bytes> + Send + 'static,
    <T::ResponseBody as HttpBody>::Error: Into<StdError> + Send,
{
    pub async fn ready(&mut self) -> Result<(), T::Error> {
        self.0.ready().await
    }

    pub fn unary<C>(
        &mut self,
        request: Request<C::Encode>,
        path: PathAndQuery,
        _: C,
    ) -> impl Future<Output = Result<Response<C::Decode>, Status>>
    where
        C: Codec<Encode: Wire, Decode: Wire>,
    {
        self.exchange(request.map(outgoing), path).map(message::<C::Decode>)
    }

    /// The call that all unary methods share.
    async fn exchange(
        &mut self,
        request: Request<Outgoing>,
        path: PathAndQuery,
    ) -> Result<Response<Bytes>, Status> {
        self.0.unary(request, path, WireCodec).await
    }

    /// Calls tonic directly, because few methods are streams.
    pub async fn server_streaming<C>(
        &mut self,
        request: Request<C::Encode>,
        path: PathAndQuery,
        codec: C,
    ) -> Result<Response<Streaming<C::Decode>>, Status>
    where
        C: Codec<Encode: Sync, Decode: Sync>,
    {
        self.0.server_streaming(request, path, codec).await
    }
}

fn message<M: Wire>(answer: Result<Response<Bytes>, Status>) -> Result<Response<M>, Status> {
    let (metadata, bytes, extensions) = answer?.into_parts();
    Ok(Response::from_parts(metadata, read(bytes)?, extensions))
}
