//! Networks in CIDR notation, and host names of configuration and requests.

use std::net::IpAddr;

use serde::Deserialize;

/// An address or a network in CIDR notation.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(try_from = "String")]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

impl Network {
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(ours), IpAddr::V4(theirs)) => {
                let shift = 32 - u32::from(self.prefix);
                (ours.to_bits() ^ theirs.to_bits()).checked_shr(shift).unwrap_or(0) == 0
            }
            (IpAddr::V6(ours), IpAddr::V6(theirs)) => {
                let shift = 128 - u32::from(self.prefix);
                (ours.to_bits() ^ theirs.to_bits()).checked_shr(shift).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

impl TryFrom<String> for Network {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let wrong = || format!("{text} is not an address or a network such as 10.0.0.0/8");
        let (address, prefix) = text.split_once('/').map_or((text.as_str(), None), |(a, p)| (a, Some(p)));
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let max_prefix = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Ok(max_prefix), |prefix| prefix.parse().map_err(|_| wrong()))?;
        if prefix > max_prefix {
            return Err(wrong());
        }
        Ok(Self { address, prefix })
    }
}

/// Whether `text` is a valid `host[:port]`. It is client input and goes into links of pages.
pub fn is_host(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte);
    (1..=255).contains(&text.len()) && text.bytes().all(allowed)
}

/// Whether `address` is one of the proxies of `edge.trusted_proxies`.
pub fn is_trusted(address: IpAddr, trusted: &[Network]) -> bool {
    trusted.iter().any(|network| network.contains(address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_networks_are_refused() {
        for text in ["", "10.0.0.0/33", "10.0.0/8", "::/129", "host"] {
            assert!(Network::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
