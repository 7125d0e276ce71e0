//! Check whether an IP address belongs to the public internet. The ranges of the IANA special-purpose registries
//! do not.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Special-purpose IPv4 ranges: first address and prefix length.
const SPECIAL_V4: [([u8; 4], u32); 18] = [
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 31, 196, 0], 24),
    ([192, 52, 193, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([192, 175, 48, 0], 24),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    ([224, 0, 0, 0], 4),
    ([240, 0, 0, 0], 4),
];

/// Special-purpose IPv6 ranges inside `2000::/3`; no address outside `2000::/3` is public. Ranges that embed an IPv4
/// address (6to4, Teredo) are excluded completely, because the relay and not this process decides their destination.
const SPECIAL_V6: [([u16; 3], u32); 6] = [
    ([0x2001, 0, 0], 23),
    ([0x2001, 0xdb8, 0], 32),
    ([0x2002, 0, 0], 16),
    ([0x2620, 0x4f, 0x8000], 48),
    ([0x3fff, 0, 0], 20),
    ([0x3ffe, 0, 0], 16),
];

/// Whether `address` is a public unicast address.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let bits = address.to_bits();
    !SPECIAL_V4.iter().any(|(first, length)| {
        let mask = u32::MAX << (32 - length);
        bits & mask == Ipv4Addr::from(*first).to_bits() & mask
    })
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let bits = address.to_bits();
    let is_global_unicast = bits >> 125 == 0b001;
    is_global_unicast
        && !SPECIAL_V6.iter().any(|([first, second, third], length)| {
            let special = Ipv6Addr::new(*first, *second, *third, 0, 0, 0, 0, 0).to_bits();
            let mask = u128::MAX << (128 - length);
            bits & mask == special & mask
        })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn public_address_is_public() {
        for address in [
            "1.1.1.1",
            "8.8.8.8",
            "103.43.76.1",
            "172.32.0.1",
            "2606:4700::1111",
            "2404:6800::1",
            "2620:4f:8001::1",
        ] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn special_purpose_address_is_not_public() {
        for address in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.0.170",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:2::1",
            "2001:10::1",
            "2001:20::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "2002:808:808::1",
            "2620:4f:8000::1",
            "2620:4f:8000:ffff::1",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "4000::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }

    proptest! {
        #[test]
        fn address_special_to_the_standard_library_is_not_public(bits: u32) {
            let address = Ipv4Addr::from_bits(bits);
            let special = address.is_private() || address.is_loopback() || address.is_link_local()
                || address.is_multicast() || address.is_broadcast() || address.is_documentation()
                || address.is_unspecified();
            prop_assert!(!(special && is_public(address.into())));
        }

        #[test]
        fn ipv4_mapped_address_is_not_public(bits: u32) {
            prop_assert!(!is_public(Ipv4Addr::from_bits(bits).to_ipv6_mapped().into()));
        }
    }
}
