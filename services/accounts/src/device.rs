//! Parser of the `User-Agent` header: browser and operating system as a short device name, such as `Chrome on Android`.

/// Maximum bytes of a user agent that are read.
const MAX_BYTES: usize = 1024;

/// Browsers by a mark in their user agent. Most browsers carry the marks of those below them as well.
const BROWSERS: [(&str, &str); 12] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("UCBrowser/", "UC Browser"),
    ("YaBrowser/", "Yandex Browser"),
    ("MiuiBrowser/", "Mi Browser"),
    ("FBAN/", "Facebook"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Operating systems by a mark, the more specific first.
const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("HarmonyOS", "HarmonyOS"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
];

/// Returns a short name of the browser and operating system of a `User-Agent`, such as `Chrome on Android`. Empty if neither
/// is known, so that no text of a client is stored.
pub fn device_name(user_agent: &str) -> String {
    let text = user_agent.get(..MAX_BYTES).unwrap_or(user_agent);
    let find = |table: &[(&str, &'static str)]| {
        table.iter().find(|(mark, _)| text.contains(mark)).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (one, other) => one.or(other).unwrap_or_default().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(
        "Mozilla/5.0 (Linux; Android 14; SM-A156E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
        "Chrome on Android"
    )]
    #[case(
        "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36",
        "Samsung Internet on Android"
    )]
    #[case(
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
        "Safari on iPhone"
    )]
    #[case(
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
        "Edge on Windows"
    )]
    #[case("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux")]
    #[case("curl/8.5.0", "")]
    #[case("", "")]
    #[case("<script>alert(1)</script>", "")]
    fn user_agent_has_a_short_name(#[case] user_agent: &str, #[case] name: &str) {
        assert_eq!(device_name(user_agent), name);
    }
}
