//! Conversion between [`Error`] and [`tonic::Status`], and classification of responses by their status.

use bytes::Bytes;
use heuan_proto::rpc::v1::ErrorDetail;
use http::HeaderMap;
use prost::Message;
use tonic::{Status, body::Body};

use crate::{Code, Error, breaker::CallResult};

/// Maximum bytes of the details of a received status; larger ones are dropped.
const MAX_DETAIL_BYTES: usize = 64 * 1024;

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let message = if error.code == Code::Internal {
            // The cause is logged here and not sent, because callers must not learn internals.
            tracing::error!(cause = %error.message, "internal error");
            "internal error".to_owned()
        } else {
            error.message
        };
        let details = error.detail.encode_to_vec();
        if details.is_empty() {
            Self::new(to_grpc(error.code), message)
        } else {
            Self::with_details(to_grpc(error.code), message, Bytes::from(details))
        }
    }
}

impl From<Status> for Error {
    fn from(status: Status) -> Self {
        let detail = match status.details() {
            bytes if bytes.len() <= MAX_DETAIL_BYTES => ErrorDetail::decode(bytes).unwrap_or_default(),
            _ => ErrorDetail::default(),
        };
        // tonic reports its own time-outs as a cancellation with this text.
        let is_timeout =
            status.code() == tonic::Code::Cancelled && status.message().contains("Timeout expired");
        let code = if is_timeout { Code::DeadlineExceeded } else { from_grpc(status.code()) };
        Self { code, message: status.message().to_owned(), detail: Box::new(detail) }
    }
}

fn to_grpc(code: Code) -> tonic::Code {
    match code {
        Code::InvalidArgument => tonic::Code::InvalidArgument,
        Code::Unauthenticated => tonic::Code::Unauthenticated,
        Code::PermissionDenied => tonic::Code::PermissionDenied,
        Code::NotFound => tonic::Code::NotFound,
        Code::Conflict => tonic::Code::FailedPrecondition,
        Code::ResourceExhausted => tonic::Code::ResourceExhausted,
        Code::DeadlineExceeded => tonic::Code::DeadlineExceeded,
        Code::Unavailable => tonic::Code::Unavailable,
        Code::Internal => tonic::Code::Internal,
    }
}

/// Returns the code of a failed call from the headers of its response, where a failure before the first message is sent.
pub(crate) fn code_of(headers: &HeaderMap) -> Option<Code> {
    let code = tonic::Code::from_bytes(headers.get(Status::GRPC_STATUS)?.as_bytes());
    (code != tonic::Code::Ok).then(|| from_grpc(code))
}

/// Adds the name of the failed service to a failed response, whose body is empty.
pub(crate) fn failed_by(answer: http::Response<Body>, origin_service: &str) -> http::Response<Body> {
    match Status::from_header_map(answer.headers()) {
        Some(status) => Status::from(Error::from(status).failed_by(origin_service)).into_http(),
        None => answer,
    }
}

/// Whether these headers report a failure of a service further down the call chain.
pub(crate) fn is_passed_on(headers: &HeaderMap) -> bool {
    Status::from_header_map(headers).is_some_and(|status| Error::from(status).origin_service().is_some())
}

/// Classifies a response for the circuit breaker. Load shedding, internal errors of one handler and failures passed on from
/// another service do not count as failures of the callee.
pub(crate) fn call_result(headers: &HeaderMap, counts_against_callee: bool) -> CallResult {
    match code_of(headers) {
        Some(Code::Unavailable | Code::DeadlineExceeded) if is_passed_on(headers) => CallResult::Success,
        Some(Code::Unavailable) => CallResult::Failure,
        Some(Code::DeadlineExceeded) if counts_against_callee => CallResult::Failure,
        Some(Code::DeadlineExceeded) => CallResult::Ignored,
        _ => CallResult::Success,
    }
}

fn from_grpc(code: tonic::Code) -> Code {
    match code {
        tonic::Code::InvalidArgument | tonic::Code::OutOfRange => Code::InvalidArgument,
        tonic::Code::Unauthenticated => Code::Unauthenticated,
        tonic::Code::PermissionDenied => Code::PermissionDenied,
        tonic::Code::NotFound => Code::NotFound,
        tonic::Code::FailedPrecondition | tonic::Code::AlreadyExists | tonic::Code::Aborted => Code::Conflict,
        tonic::Code::ResourceExhausted => Code::ResourceExhausted,
        tonic::Code::DeadlineExceeded => Code::DeadlineExceeded,
        tonic::Code::Cancelled | tonic::Code::Unavailable => Code::Unavailable,
        tonic::Code::Ok
        | tonic::Code::Unknown
        | tonic::Code::Unimplemented
        | tonic::Code::Internal
        | tonic::Code::DataLoss => Code::Internal,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use heuan_proto::rpc::v1::StockShortage;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_code_round_trips() {
        for code in Code::ALL {
            let back = Error::from(Status::from(Error::new(code, "m")));
            assert_eq!(back.code, code);
        }
    }

    #[test]
    fn details_round_trip() {
        let error = Error::stock_short(vec![StockShortage { pro_id: 7, requested: 3, available: 1 }]);
        assert_eq!(Error::from(Status::from(error.clone())), error);
        let error = Error::invalid("min_price", "must not be negative");
        assert_eq!(Error::from(Status::from(error.clone())), error);
        let error = Error::overloaded(Duration::from_millis(250));
        let back = Error::from(Status::from(error.clone()));
        assert_eq!(back, error);
        assert!(back.is_overload() && back.pushback() == Some(Duration::from_millis(250)));
        let error = Error::circuit_open("orders", Duration::from_micros(1));
        let back = Error::from(Status::from(error));
        assert!(back.is_circuit_open() && back.pushback() == Some(Duration::from_millis(1)));
    }

    /// `head` are the headers that a caller sees before the first message.
    #[test]
    fn code_is_read_from_the_response_headers() {
        for code in Code::ALL {
            let head = Status::from(Error::new(code, "m")).into_http::<()>();
            assert_eq!(code_of(head.headers()), Some(code));
        }
        assert_eq!(code_of(&HeaderMap::new()), None);
        assert_eq!(code_of(Status::ok("").into_http::<()>().headers()), None);
    }

    #[test]
    fn internal_cause_is_not_sent() {
        let status = Status::from(Error::internal("password of the database"));
        assert_eq!(status.message(), "internal error");
    }

    #[test]
    fn tonic_timeout_is_deadline_exceeded() {
        assert_eq!(Error::from(Status::cancelled("Timeout expired")).code, Code::DeadlineExceeded);
    }

    proptest! {
        #[test]
        fn any_retry_delay_round_trips(ms in any::<u64>()) {
            let error = Error::overloaded(Duration::from_millis(ms));
            prop_assert_eq!(Error::from(Status::from(error.clone())), error);
        }

        #[test]
        fn any_detail_bytes_are_parsed_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
            let status = Status::with_details(tonic::Code::NotFound, "m", Bytes::from(bytes));
            prop_assert_eq!(Error::from(status).code, Code::NotFound);
        }
    }
}
