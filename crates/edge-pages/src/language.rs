//! Routed languages, and language negotiation for URLs without a prefix.

use actix_web::{HttpRequest, http::header::ACCEPT_LANGUAGE};

use heuan_edge_http::{config::EdgeConfig, middleware, session};

/// A language with a URL prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    La,
    En,
    Th,
    Cn,
    Vn,
}

const COOKIE: &str = "heuan_lang";

impl Language {
    /// In the order of the language menu; the first is the default.
    pub const ALL: [Self; 5] = [Self::La, Self::En, Self::Th, Self::Cn, Self::Vn];

    /// Returns the first path segment. It is not a language tag: `la` would be Latin.
    pub fn code(self) -> &'static str {
        match self {
            Self::La => "la",
            Self::En => "en",
            Self::Th => "th",
            Self::Cn => "cn",
            Self::Vn => "vn",
        }
    }

    /// Returns the BCP 47 tag for `lang`, hreflang and headers.
    pub fn tag(self) -> &'static str {
        match self {
            Self::La => "lo",
            Self::En => "en",
            Self::Th => "th",
            Self::Cn => "zh-CN",
            Self::Vn => "vi",
        }
    }

    /// Returns the Open Graph locale.
    pub fn locale(self) -> &'static str {
        match self {
            Self::La => "lo_LA",
            Self::En => "en_US",
            Self::Th => "th_TH",
            Self::Cn => "zh_CN",
            Self::Vn => "vi_VN",
        }
    }

    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// Whether readers of this language read Lao; true for Lao and Thai.
    pub fn reads_lao(self) -> bool {
        matches!(self, Self::La | Self::Th)
    }

    /// Returns the name of the catalog for this language: English in English, Lao otherwise, or the other name if that one is
    /// empty.
    pub fn pick<'a>(self, la: &'a str, en: &'a str) -> &'a str {
        let (first, second) = if self == Self::En { (en, la) } else { (la, en) };
        if first.is_empty() { second } else { first }
    }

    /// Returns a text that is shown in one language, such as a sentence: Lao for readers of Lao, English otherwise, or the
    /// other text if that one is empty. The frontend has the same rule (`shared/i18n/pick-text.ts`).
    pub fn pick_text<'a>(self, la: &'a str, en: &'a str) -> &'a str {
        if self.reads_lao() { self.pick(la, en) } else { Self::En.pick(la, en) }
    }

    /// Returns the shop's name on pages in this language.
    pub fn shop_name(self, config: &EdgeConfig) -> &str {
        if self == Self::La { config.lao_shop_name() } else { &config.shop_name }
    }

    /// Negotiates the language: the cookie, otherwise `Accept-Language`, otherwise Lao.
    pub fn preferred(request: &HttpRequest) -> Self {
        let chosen = session::cookie_values(request, COOKIE).find_map(Self::of_code);
        let accepted = || {
            let header = middleware::header_list(request.headers(), &ACCEPT_LANGUAGE)?;
            Self::of_accept(&header)
        };
        chosen.or_else(accepted).unwrap_or(Self::La)
    }

    fn of_accept(header: &str) -> Option<Self> {
        let mut best: Option<(f32, Self)> = None;
        for item in header.split(',').take(20) {
            let (tag, weight) = item.split_once(';').unwrap_or((item, ""));
            let primary = tag.trim().split('-').next().unwrap_or_default();
            let Some(language) = Self::of_primary(primary) else { continue };
            let weight = weight.trim().strip_prefix("q=").map_or(1.0, |q| q.parse().unwrap_or(0.0));
            if weight > best.map_or(0.0, |(best, _)| best) {
                best = Some((weight, language));
            }
        }
        best.map(|(_, language)| language)
    }

    fn of_primary(subtag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| {
            let ours = language.tag().split('-').next().unwrap_or_default();
            ours.eq_ignore_ascii_case(subtag)
        })
    }
}

#[cfg(test)]
mod tests {
    use actix_web::{
        cookie::Cookie,
        http::header::{COOKIE as COOKIE_HEADER, HeaderValue},
        test::TestRequest,
    };
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::a_lao_phone("lo-LA,lo;q=0.9,en;q=0.8", Some(Language::La))]
    #[case::weights("en;q=0.5, th;q=0.8", Some(Language::Th))]
    #[case::chinese_of_any_kind("zh-TW", Some(Language::Cn))]
    #[case::latin_is_not_lao("la", None)]
    #[case::refused("en;q=0", None)]
    #[case::unknown("ja, ko;q=0.9", None)]
    #[case::rubbish(";;,q=,-", None)]
    fn language_follows_the_browser(#[case] header: &str, #[case] expected: Option<Language>) {
        assert_eq!(Language::of_accept(header), expected);
    }

    #[test]
    fn chosen_language_precedes_the_browser_s() {
        let request = |cookie: &'static str| {
            let request = TestRequest::default().insert_header((ACCEPT_LANGUAGE, "en"));
            request.cookie(Cookie::new(COOKIE, cookie)).to_http_request()
        };
        assert_eq!(Language::preferred(&request("vn")), Language::Vn);
        assert_eq!(Language::preferred(&request("xx")), Language::En);
        assert_eq!(Language::preferred(&TestRequest::default().to_http_request()), Language::La);
        let beside = HeaderValue::from_bytes(b"legacy=caf\xe9; heuan_lang=th").unwrap();
        let request = TestRequest::default().insert_header((COOKIE_HEADER, beside)).to_http_request();
        assert_eq!(Language::preferred(&request), Language::Th);
    }

    #[rstest]
    #[case(Language::La, "ບົດຄວາມ")]
    #[case(Language::Th, "ບົດຄວາມ")]
    #[case(Language::En, "Article")]
    #[case(Language::Cn, "Article")]
    #[case(Language::Vn, "Article")]
    fn text_is_lao_for_those_who_read_it_and_english_for_others(
        #[case] language: Language,
        #[case] expected: &str,
    ) {
        assert_eq!(language.pick_text("ບົດຄວາມ", "Article"), expected);
        assert_eq!(language.pick_text("ບົດຄວາມ", ""), "ບົດຄວາມ");
        assert_eq!(language.pick_text("", "Article"), "Article");
    }

    #[test]
    fn missing_name_falls_back_to_the_other_language() {
        assert_eq!(Language::En.pick("ຊີມັງ", "Cement"), "Cement");
        assert_eq!(Language::Vn.pick("ຊີມັງ", "Cement"), "ຊີມັງ");
        assert_eq!(Language::En.pick("ຊີມັງ", ""), "ຊີມັງ");
        assert_eq!(Language::La.pick("", "Cement"), "Cement");
    }
}
