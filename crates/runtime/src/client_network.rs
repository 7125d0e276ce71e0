//! Networks by which limits count clients: an IPv4 address, or a prefix of an IPv6 address.

use std::net::{IpAddr, Ipv6Addr};

/// Key of a client for limits: an IPv4 address, or the IPv6 /64 that one customer is usually assigned.
pub fn client_key(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
    }
}

/// Key of an internet line, for resources that one line must not use up, such as memory or the messages of the shop: an IPv4
/// address, or an IPv6 /48.
pub fn line_key(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 80 << 80).into(),
    }
}

/// [`line_key`] of a client address that another service sends as text. A text that is not an address stays as it
/// is.
pub fn line_of(client_address: &str) -> String {
    match client_address.parse::<IpAddr>() {
        Ok(address) => line_key(address.to_canonical()).to_string(),
        Err(_) => client_address.to_owned(),
    }
}

/// Key of an IPv6 site for limits: the first 48 bits of the address, which identify one line or a part of a mobile network.
pub fn site_key(address: IpAddr) -> Option<u64> {
    match address {
        IpAddr::V4(_) => None,
        IpAddr::V6(address) => u64::try_from(address.to_bits() >> 80).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_of_one_ipv6_site_are_one_line() {
        let of = |text: &str| line_key(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:ffff::2"));
        assert_ne!(of("2001:db8:1::1"), of("2001:db8:2::1"));
        assert_eq!(of("192.0.2.1").to_string(), "192.0.2.1");
    }

    #[test]
    fn line_of_a_text_is_that_of_its_address() {
        for (text, line) in [
            ("2001:db8:1:2::", "2001:db8:1::"),
            ("192.0.2.1", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("unknown", "unknown"),
            ("", ""),
        ] {
            assert_eq!(line_of(text), line);
        }
    }
}
