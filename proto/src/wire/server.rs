//! gRPC server of the generated code: decodes requests and encodes responses around tonic's server with bytes.

use std::future::ready;

use tonic::{
    Request, Response, Status,
    body::Body,
    codec::{Codec, EnabledCompressionEncodings},
    codegen::{Body as HttpBody, BoxFuture, Bytes, StdError, http},
    server::{ServerStreamingService, UnaryService},
};

use super::{
    Wire,
    codec::{Outgoing, WireCodec, outgoing},
    read,
};

/// Replaces [`tonic::server::Grpc`].
pub struct Grpc<C> {
    codec: C,
    settings: Settings,
}

#[derive(Clone, Copy, Default)]
struct Settings {
    accept: EnabledCompressionEncodings,
    send: EnabledCompressionEncodings,
    max_decoding_bytes: Option<usize>,
    max_encoding_bytes: Option<usize>,
}

impl Settings {
    fn library<C: Codec>(self, codec: C) -> tonic::server::Grpc<C> {
        tonic::server::Grpc::new(codec)
            .apply_compression_config(self.accept, self.send)
            .apply_max_message_size_config(self.max_decoding_bytes, self.max_encoding_bytes)
    }
}

impl<C: Codec + Clone> Grpc<C> {
    pub fn new(codec: C) -> Self {
        Self { codec, settings: Settings::default() }
    }

    pub fn apply_compression_config(
        mut self,
        accept: EnabledCompressionEncodings,
        send: EnabledCompressionEncodings,
    ) -> Self {
        (self.settings.accept, self.settings.send) = (accept, send);
        self
    }

    pub fn apply_max_message_size_config(
        mut self,
        max_decoding_bytes: Option<usize>,
        max_encoding_bytes: Option<usize>,
    ) -> Self {
        (self.settings.max_decoding_bytes, self.settings.max_encoding_bytes) =
            (max_decoding_bytes, max_encoding_bytes);
        self
    }

    pub async fn unary<S, B>(&mut self, mut service: S, request: http::Request<B>) -> http::Response<Body>
    where
        C: Codec<Encode: Wire, Decode: Wire>,
        S: UnaryService<C::Decode, Response = C::Encode> + Send + 'static,
        S::Future: Send + 'static,
        B: HttpBody + Send + 'static,
        B::Error: Into<StdError> + Send,
    {
        let method = Method(Box::new(move |request: Request<Bytes>| {
            let (metadata, extensions, bytes) = request.into_parts();
            let message = match read(bytes) {
                Ok(message) => message,
                Err(status) => return Box::pin(ready(Err(status))),
            };
            let answer = service.call(Request::from_parts(metadata, extensions, message));
            Box::pin(async { answer.await.map(|response| response.map(outgoing)) })
        }));
        answer(self.settings, method, request).await
    }

    /// Calls tonic directly, because few methods are streams.
    pub async fn server_streaming<S, B>(
        &mut self,
        service: S,
        request: http::Request<B>,
    ) -> http::Response<Body>
    where
        S: ServerStreamingService<C::Decode, Response = C::Encode>,
        S::ResponseStream: Send + 'static,
        B: HttpBody + Send + 'static,
        B::Error: Into<StdError> + Send,
    {
        self.settings.library(self.codec.clone()).server_streaming(service, request).await
    }
}

type ResponseFuture = BoxFuture<Response<Outgoing>, Status>;

/// A unary method.
struct Method(Box<dyn FnMut(Request<Bytes>) -> ResponseFuture + Send>);

impl UnaryService<Bytes> for Method {
    type Response = Outgoing;
    type Future = ResponseFuture;

    fn call(&mut self, request: Request<Bytes>) -> ResponseFuture {
        (self.0)(request)
    }
}

/// Serves a call; all unary methods share it.
async fn answer<B>(settings: Settings, method: Method, request: http::Request<B>) -> http::Response<Body>
where
    B: HttpBody + Send + 'static,
    B::Error: Into<StdError> + Send,
{
    settings.library(WireCodec).unary(method, request).await
}
