//! HTTP client with an SSRF guard.

use std::{error::Error as _, net::IpAddr, sync::Arc, time::Duration};

use bytes::Bytes;
use futures::future::BoxFuture;
use http::{
    HeaderMap, HeaderValue, Method, Request, Response,
    header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, LOCATION, RETRY_AFTER, USER_AGENT},
};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper_rustls::HttpsConnector;
use hyper_util::{
    client::legacy::{Client, Error as ClientError, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};
use url::{Host, Url};

use crate::{
    Lookup, SystemLookup,
    lookup::{PrivateAddressError, PublicOnlyResolver},
    tls,
};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum length of a URL in bytes.
const MAX_URL: usize = 2048;
/// Bytes of an ignored response body that are read to free its connection for reuse.
const MAX_DISCARDED_BYTES: usize = 16 * 1024;
/// Time for reading an ignored response body.
const DISCARD_TIMEOUT: Duration = Duration::from_secs(1);

/// Options of a [`Fetcher`].
pub struct Options {
    /// Private addresses that are allowed nevertheless, for tests on loopback. If there are any, ports are allowed as
    /// well.
    pub trusted: Vec<IpAddr>,
    pub lookup: Arc<dyn Lookup>,
    pub user_agent: &'static str,
    /// Maximum number of idle connections per host.
    pub max_idle_connections: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            trusted: Vec::new(),
            lookup: Arc::new(SystemLookup),
            user_agent: "HeuanBot/1.0 (link preview)",
            max_idle_connections: 0,
        }
    }
}

/// Limits of one GET.
#[derive(Clone, Copy, Debug)]
pub struct FetchLimits {
    /// Timeout of the whole request, redirects included.
    pub time: Duration,
    pub bytes: usize,
    pub redirects: usize,
    pub oversize: OversizePolicy,
}

/// Treatment of a response body over the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OversizePolicy {
    Truncate,
    Reject,
}

/// A successful response.
#[derive(Debug)]
pub struct Fetched {
    /// URL after all redirects.
    pub url: Url,
    pub content_type: String,
    pub body: Bytes,
}

/// Status of the response to a POST.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostResponse {
    pub status: u16,
    pub retry_after: Option<Duration>,
}

#[derive(Debug, thiserror::Error)]
pub enum OutboundError {
    /// The URL was rejected before a request was sent.
    #[error("URL is not allowed: {0}")]
    Refused(&'static str),
    #[error("request failed: {0}")]
    Failed(String),
    #[error("response status {0}")]
    Status(u16),
    #[error("the response is too large")]
    TooLarge,
    #[error("request timed out")]
    TooSlow,
}

/// HTTP client that connects to public hosts only. Cheap to clone.
#[derive(Clone)]
pub struct Fetcher {
    client: Client<HttpsConnector<HttpConnector<PublicOnlyResolver>>, Full<Bytes>>,
    user_agent: HeaderValue,
    trusted: Arc<[IpAddr]>,
}

impl Fetcher {
    pub fn new(options: Options) -> Result<Self, OutboundError> {
        let trusted: Arc<[IpAddr]> = options.trusted.into();
        let resolver = PublicOnlyResolver { lookup: options.lookup, trusted: Arc::clone(&trusted) };
        let mut connector = HttpConnector::new_with_resolver(resolver);
        connector.enforce_http(false);
        connector.set_connect_timeout(Some(CONNECT_TIMEOUT));
        connector.set_nodelay(true);
        let config = tls::config().map_err(|error| OutboundError::Failed(error.to_string()))?;
        let connector = hyper_rustls::HttpsConnectorBuilder::new()
            .with_tls_config(config)
            .https_or_http()
            .enable_http1()
            .wrap_connector(connector);
        let client = Client::builder(TokioExecutor::new())
            .pool_max_idle_per_host(options.max_idle_connections)
            .pool_timer(TokioTimer::new())
            .build(connector);
        Ok(Self { client, user_agent: HeaderValue::from_static(options.user_agent), trusted })
    }

    /// Parses a URL and checks everything that needs no DNS lookup.
    pub fn check(&self, text: &str) -> Result<Url, OutboundError> {
        if text.len() > MAX_URL {
            return Err(OutboundError::Refused("it is longer than 2,048 bytes"));
        }
        let url = Url::parse(text).map_err(|_| OutboundError::Refused("it is not a URL"))?;
        self.check_url(&url)?;
        Ok(url)
    }

    fn check_url(&self, url: &Url) -> Result<(), OutboundError> {
        let refused = |why| Err(OutboundError::Refused(why));
        if !matches!(url.scheme(), "http" | "https") {
            return refused("its scheme is not http or https");
        }
        if !url.username().is_empty() || url.password().is_some() {
            return refused("it contains a user name or password");
        }
        match url.host() {
            Some(Host::Domain(name)) if !name.trim_end_matches('.').contains('.') => {
                return refused("its host name has no dot");
            }
            Some(Host::Domain(_)) => {}
            Some(Host::Ipv4(address)) if self.trusted.contains(&IpAddr::V4(address)) => {}
            Some(Host::Ipv6(address)) if self.trusted.contains(&IpAddr::V6(address)) => {}
            Some(_) => return refused("its host is an IP address"),
            None => return refused("it has no host"),
        }
        // A non-default port is more often an internal service than a web page.
        if url.port().is_some() && self.trusted.is_empty() {
            return refused("it has a non-default port");
        }
        Ok(())
    }

    /// Sends a GET and follows redirects. Every redirect target is checked like the first URL.
    pub fn get(
        &self,
        url: &Url,
        accept: &'static str,
        limits: FetchLimits,
    ) -> BoxFuture<'_, Result<Fetched, OutboundError>> {
        let work = self.follow(url.clone(), accept, limits);
        // Boxed, here and below, to keep compile times low: an `async fn` is compiled in each crate that awaits it, and this
        // one contains the whole HTTP client.
        Box::pin(async move {
            tokio::time::timeout(limits.time, work).await.unwrap_or(Err(OutboundError::TooSlow))
        })
    }

    async fn follow(
        &self,
        mut url: Url,
        accept: &'static str,
        limits: FetchLimits,
    ) -> Result<Fetched, OutboundError> {
        for _ in 0..=limits.redirects {
            self.check_url(&url)?;
            let headers = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static(accept))]);
            let response = self.send(Method::GET, &url, headers, Bytes::new()).await?;
            let status = response.status();
            if status.is_redirection() {
                let to = response.headers().get(LOCATION).and_then(|to| to.to_str().ok());
                let to = to.filter(|to| to.len() <= MAX_URL).ok_or(OutboundError::Status(status.as_u16()))?;
                url = url.join(to).map_err(|_| OutboundError::Refused("a redirect target is not a URL"))?;
                continue;
            }
            if !status.is_success() {
                return Err(OutboundError::Status(status.as_u16()));
            }
            let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
            let content_type = kind.unwrap_or_default().to_ascii_lowercase();
            let body = read(response, limits).await?;
            return Ok(Fetched { url, content_type, body });
        }
        Err(OutboundError::Refused("it redirects too many times"))
    }

    /// Sends a POST with `body`. Does not follow redirects and ignores the response body.
    pub fn post<'a>(
        &'a self,
        url: &'a Url,
        headers: HeaderMap,
        body: Vec<u8>,
        time: Duration,
    ) -> BoxFuture<'a, Result<PostResponse, OutboundError>> {
        Box::pin(async move {
            self.check_url(url)?;
            let sent = self.send(Method::POST, url, headers, body.into());
            let response = tokio::time::timeout(time, sent).await.map_err(|_| OutboundError::TooSlow)??;
            let retry_after =
                response.headers().get(RETRY_AFTER).and_then(|after| after.to_str().ok()?.parse().ok());
            let retry_after = retry_after.map(Duration::from_secs);
            let status = response.status().as_u16();
            // The connection can be reused only after the response body was read to its end.
            let limits = FetchLimits {
                time,
                bytes: MAX_DISCARDED_BYTES,
                redirects: 0,
                oversize: OversizePolicy::Reject,
            };
            let _ = tokio::time::timeout(DISCARD_TIMEOUT, read(response, limits)).await;
            Ok(PostResponse { status, retry_after })
        })
    }

    async fn send(
        &self,
        method: Method,
        url: &Url,
        headers: HeaderMap,
        body: Bytes,
    ) -> Result<Response<Incoming>, OutboundError> {
        let mut request = Request::builder().method(method).uri(url.as_str());
        if let Some(request_headers) = request.headers_mut() {
            request_headers.extend(headers.into_iter().filter_map(|(name, value)| Some((name?, value))));
            request_headers.insert(USER_AGENT, self.user_agent.clone());
        }
        let request = request
            .body(Full::new(body))
            .map_err(|_| OutboundError::Refused("it is not a valid HTTP URL"))?;
        self.client.request(request).await.map_err(|error| transport_error(&error))
    }
}

async fn read(mut response: Response<Incoming>, limits: FetchLimits) -> Result<Bytes, OutboundError> {
    let declared =
        response.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if limits.oversize == OversizePolicy::Reject
        && declared.is_some_and(|length: usize| length > limits.bytes)
    {
        return Err(OutboundError::TooLarge);
    }
    let mut body = Vec::new();
    while let Some(frame) = response.frame().await {
        let frame = frame.map_err(|_| OutboundError::Failed("the connection broke".to_owned()))?;
        let Ok(chunk) = frame.into_data() else { continue };
        let remaining = limits.bytes - body.len();
        if chunk.len() > remaining {
            if limits.oversize == OversizePolicy::Reject {
                return Err(OutboundError::TooLarge);
            }
            body.extend_from_slice(&chunk[..remaining]);
            break;
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.into())
}

fn transport_error(error: &ClientError) -> OutboundError {
    let mut cause = error.source();
    while let Some(inner) = cause {
        // `std::io::Error` returns its inner error from `get_ref`, not from `source`.
        let wrapped = inner.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        let not_public = wrapped.and_then(|inner| inner.downcast_ref::<PrivateAddressError>());
        if inner.is::<PrivateAddressError>() || not_public.is_some() {
            return OutboundError::Refused("its host name resolves to an address that is not public");
        }
        cause = inner.source();
    }
    OutboundError::Failed(
        if error.is_connect() { "no connection" } else { "the connection broke" }.to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("https://example.com/a?b=c", true)]
    #[case("http://example.com.", true)]
    #[case("https://ຮ້ານ.la/", true)]
    #[case("ftp://example.com/", false)]
    #[case("file:///etc/passwd", false)]
    #[case("javascript:alert(1)", false)]
    #[case("data:text/html,x", false)]
    #[case("https://user@example.com/", false)]
    #[case("https://user:secret@example.com/", false)]
    #[case("http://localhost/", false)]
    #[case("http://postgres:5432/", false)]
    #[case("https://example.com:8443/", false)]
    #[case("http://8.8.8.8/", false)]
    #[case("http://127.1/", false)]
    #[case("http://0x7f000001/", false)]
    #[case("http://2130706433/", false)]
    #[case("http://0177.0.0.1/", false)]
    #[case("http://[::1]/", false)]
    #[case("http://[::ffff:10.0.0.1]/", false)]
    #[case("//example.com", false)]
    #[case("", false)]
    fn url_check_accepts_only_public_web_addresses(#[case] text: &str, #[case] accepted: bool) {
        let fetcher = Fetcher::new(Options::default()).unwrap();
        assert_eq!(fetcher.check(text).is_ok(), accepted, "{text}");
    }
}
