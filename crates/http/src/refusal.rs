//! Responses to request heads that no handler sees, with the same body as all errors of the edge (RFC 9457).

use std::sync::LazyLock;

/// Response to a request head that is late, too large or not HTTP. Each response closes the connection.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Refusal {
    Late,
    TooLarge,
    NotHttp,
}

static LATE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    response(408, "Request Timeout", "deadline_exceeded", "the request head took too long to arrive")
});
static TOO_LARGE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    response(
        431,
        "Request Header Fields Too Large",
        "invalid_argument",
        "the address and the headers are too large",
    )
});
static NOT_HTTP: LazyLock<Vec<u8>> = LazyLock::new(|| {
    response(400, "Bad Request", "invalid_argument", "the address or a header is not valid HTTP")
});

impl Refusal {
    /// The whole response.
    pub(crate) fn bytes(self) -> &'static [u8] {
        match self {
            Self::Late => &LATE,
            Self::TooLarge => &TOO_LARGE,
            Self::NotHttp => &NOT_HTTP,
        }
    }
}

/// Whether actix-http answers a head that it cannot parse. Its response has no body, unlike any error of a handler. A head that
/// was pipelined behind a request is not recognized when both responses are written together.
pub(crate) fn is_of_unparsed_head(response: &[u8]) -> bool {
    const STARTS: [&[u8]; 2] = [
        b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n",
        b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\n",
    ];
    STARTS.iter().any(|start| response.starts_with(start))
}

/// Builds a response. It has no request id, because no request was read.
fn response(status: u16, title: &str, code: &str, detail: &str) -> Vec<u8> {
    let body = format!(
        "{{\"type\":\"/api/docs#{code}\",\"title\":\"{title}\",\"status\":{status},\"detail\":\"{detail}\",\"code\":\"{code}\",\
         \"request_id\":\"\",\"success\":false,\"message\":\"{detail}\"}}"
    );
    let head = format!(
        "HTTP/1.1 {status} {title}\r\ncontent-type: application/problem+json\r\ncache-control: no-store\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    (head + &body).into_bytes()
}
