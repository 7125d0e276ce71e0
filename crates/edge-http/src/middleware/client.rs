//! Client address, and the host and scheme that the shopper sees.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use actix_web::{
    HttpRequest,
    dev::RequestHead,
    http::header::{HeaderMap, HeaderValue},
};

use crate::network::{Network, is_host, is_trusted};

/// The client's address: the connection's peer, or the address in `X-Forwarded-For` if the peer is a trusted proxy.
///
/// All lines of the header are one list, in the order in which they came. It is read from the right, because each proxy
/// appends there: the first address that is not a trusted proxy is the client. `1.2.3.4:5678`, `2001:db8::1` and
/// `[2001:db8::1]:443` are understood; anything else ends the list, and the last address before it counts. `Forwarded`
/// (RFC 7239) and `X-Real-IP` are ignored.
pub fn address(head: &RequestHead, trusted: &[Network]) -> IpAddr {
    let peer = head.peer_addr.map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |peer| peer.ip().to_canonical());
    if !is_trusted(peer, trusted) {
        return peer;
    }
    let mut client = peer;
    for hop in forwarded_for(head.headers()).map_while(forwarded_address) {
        client = hop;
        if !is_trusted(client, trusted) {
            break;
        }
    }
    client
}

/// Whether the client is on this machine: its address is a loopback address, and no untrusted proxy forwarded the request,
/// because the address of that proxy would be mistaken for the client's.
pub fn is_local(head: &RequestHead, trusted: &[Network]) -> bool {
    let peer = head.peer_addr.map(|peer| peer.ip().to_canonical());
    let is_forwarded =
        ["x-forwarded-for", "forwarded", "via"].iter().any(|name| head.headers().contains_key(*name));
    let is_from_unknown_proxy = is_forwarded && !peer.is_some_and(|peer| is_trusted(peer, trusted));
    !is_from_unknown_proxy && address(head, trusted).is_loopback()
}

/// Whether `head` came over a connection of a trusted proxy.
pub fn is_from_proxy(head: &RequestHead, trusted: &[Network]) -> bool {
    head.peer_addr.is_some_and(|peer| is_trusted(peer.ip(), trusted))
}

/// The items of every `X-Forwarded-For` line, the last one first.
///
/// The items are bytes, because an item of the client may be invalid text, and must not hide the items that a
/// proxy appended to the same line.
fn forwarded_for(headers: &HeaderMap) -> impl Iterator<Item = &[u8]> {
    let lines: Vec<&HeaderValue> = headers.get_all("x-forwarded-for").collect();
    lines.into_iter().rev().flat_map(|line| line.as_bytes().rsplit(|byte| *byte == b','))
}

/// An address with or without a port: `1.2.3.4`, `1.2.3.4:5678`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:443`.
fn forwarded_address(item: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(item).ok()?.trim();
    let in_brackets = || text.strip_prefix('[')?.strip_suffix(']')?.parse::<Ipv6Addr>().ok().map(IpAddr::V6);
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    let address = text.parse().ok().or_else(with_port).or_else(in_brackets)?;
    Some(IpAddr::to_canonical(&address))
}

/// Origin of the shop as the shopper sees it, such as `https://shop.example`; used without a configured
/// public URL.
pub fn origin(request: &HttpRequest, trusted: &[Network]) -> String {
    let head = request.head();
    let is_from_proxy = is_from_proxy(head, trusted);
    let forwarded = |name| is_from_proxy.then(|| header(head.headers(), name)).flatten();
    let scheme = if forwarded("x-forwarded-proto") == Some("https") { "https" } else { "http" };
    let host = header(head.headers(), "host").or_else(|| head.uri.host()).filter(|host| is_host(host));
    format!("{scheme}://{}", host.unwrap_or("localhost"))
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use rstest::rstest;

    use super::*;

    fn networks(texts: &[&str]) -> Vec<Network> {
        texts.iter().map(|text| Network::try_from((*text).to_owned()).unwrap()).collect()
    }

    #[rstest]
    #[case::no_proxy_is_trusted(&[], "10.0.0.1", "1.2.3.4", "10.0.0.1")]
    #[case::the_proxy_speaks(&["10.0.0.0/8"], "10.0.0.1", "1.2.3.4", "1.2.3.4")]
    #[case::a_lie_before_the_proxy(&["10.0.0.0/8"], "10.0.0.1", "9.9.9.9, 1.2.3.4, 10.0.0.2", "1.2.3.4")]
    #[case::rubbish_ends_the_list(&["10.0.0.0/8"], "10.0.0.1", "1.2.3.4, rubbish", "10.0.0.1")]
    #[case::a_stranger_claims_to_be_a_proxy(&["10.0.0.0/8"], "5.5.5.5", "1.2.3.4", "5.5.5.5")]
    #[case::mapped_addresses(&["10.0.0.1"], "::ffff:10.0.0.1", "2001:db8::1", "2001:db8::1")]
    fn client_address_is_taken_from_trusted_proxies(
        #[case] trusted: &[&str],
        #[case] peer: &str,
        #[case] forwarded: &str,
        #[case] expected: &str,
    ) {
        let peer = std::net::SocketAddr::new(peer.parse().unwrap(), 1);
        let request = TestRequest::default()
            .peer_addr(peer)
            .insert_header(("x-forwarded-for", forwarded))
            .to_http_request();
        assert_eq!(address(request.head(), &networks(trusted)), expected.parse::<IpAddr>().unwrap());
    }

    #[rstest]
    #[case::loopback(&[], "127.0.0.1", "", true)]
    #[case::loopback_of_ipv6(&[], "::1", "", true)]
    #[case::another_machine(&[], "192.168.1.7", "", false)]
    #[case::a_proxy_that_is_not_trusted(&[], "127.0.0.1", "192.168.1.7", false)]
    #[case::a_trusted_proxy(&["127.0.0.1"], "127.0.0.1", "192.168.1.7", false)]
    #[case::a_forged_item(&["127.0.0.1"], "127.0.0.1", "127.0.0.1, 192.168.1.7", false)]
    fn client_is_local_on_a_loopback_connection_of_its_own(
        #[case] trusted: &[&str],
        #[case] peer: &str,
        #[case] forwarded: &str,
        #[case] expected: bool,
    ) {
        let peer = std::net::SocketAddr::new(peer.parse().unwrap(), 1);
        let mut request = TestRequest::default().peer_addr(peer);
        if !forwarded.is_empty() {
            request = request.insert_header(("x-forwarded-for", forwarded));
        }
        assert_eq!(is_local(request.to_http_request().head(), &networks(trusted)), expected);
    }

    #[rstest]
    #[case::the_proxy_adds_a_line(&["9.9.9.9", "1.2.3.4"], "1.2.3.4")]
    #[case::the_proxy_adds_a_line_and_an_item(&["9.9.9.9, 8.8.8.8", "7.7.7.7, 1.2.3.4"], "1.2.3.4")]
    #[case::two_proxies_add_a_line_each(&["9.9.9.9", "1.2.3.4", "10.0.0.2"], "1.2.3.4")]
    #[case::an_empty_last_line(&["1.2.3.4", ""], "10.0.0.1")]
    #[case::a_port(&["1.2.3.4:56789"], "1.2.3.4")]
    #[case::ipv6(&["2001:db8::1"], "2001:db8::1")]
    #[case::ipv6_in_brackets(&["[2001:db8::1]"], "2001:db8::1")]
    #[case::ipv6_with_a_port(&["[2001:db8::1]:443"], "2001:db8::1")]
    #[case::a_mapped_address_with_a_port(&["[::ffff:1.2.3.4]:443"], "1.2.3.4")]
    #[case::no_text_before_the_proxy(&["\u{e9}, 1.2.3.4"], "1.2.3.4")]
    #[case::a_name(&["1.2.3.4, unknown"], "10.0.0.1")]
    #[case::a_port_alone(&[":443"], "10.0.0.1")]
    #[case::brackets_around_ipv4(&["[1.2.3.4]"], "10.0.0.1")]
    fn every_line_of_x_forwarded_for_is_read_from_the_right(#[case] lines: &[&str], #[case] expected: &str) {
        let mut request = TestRequest::default().peer_addr("10.0.0.1:1".parse().unwrap());
        for line in lines {
            request =
                request.append_header(("x-forwarded-for", HeaderValue::from_bytes(line.as_bytes()).unwrap()));
        }
        let request = request.to_http_request();
        assert_eq!(address(request.head(), &networks(&["10.0.0.0/8"])), expected.parse::<IpAddr>().unwrap());
    }

    #[test]
    fn forwarded_and_x_real_ip_name_no_client() {
        let request = TestRequest::default()
            .peer_addr("10.0.0.1:1".parse().unwrap())
            .insert_header(("forwarded", "for=1.2.3.4"))
            .insert_header(("x-real-ip", "1.2.3.4"))
            .to_http_request();
        assert_eq!(address(request.head(), &networks(&["10.0.0.0/8"])), IpAddr::from([10, 0, 0, 1]));
    }

    #[test]
    fn invalid_host_header_is_not_used_in_pages() {
        let request = TestRequest::default().insert_header(("host", "\"><script>")).to_http_request();
        assert_eq!(origin(&request, &[]), "http://localhost");
    }
}
