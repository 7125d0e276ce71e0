//! The build of the frontend, read once at startup.

#![allow(
    clippy::format_push_string,
    reason = "markup reads best as one expression, and is made once per change"
)]

use std::{
    collections::{BTreeMap, HashSet},
    fs, io,
    path::Path,
};

use actix_web::http::header::HeaderValue;
use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::{Language, Page};
use heuan_edge_http::{config::EdgeConfig, escape};

const LANGUAGE_MARK: &str = r#"lang="lo" dir="ltr" data-lang="la""#;
const HEAD_MARK: &str = "<!--heuan:head-->";
const ROOT_MARK: &str = r#"<div id="root">"#;
const STATE_MARK: &str = "<!--heuan:state-->";

/// Files of the build that the edge needs: the HTML shell, the preload manifest, and the files of its root.
#[derive(Debug, Default)]
pub struct Frontend {
    shell: Option<Shell>,
    root_files: HashSet<String>,
}

/// `index.html` split at its placeholders.
#[derive(Debug)]
pub struct Shell {
    parts: [String; 5],
    /// The body part of pages with server-rendered markup.
    patient: String,
    preload: Preload,
    policy: HeaderValue,
}

/// `preload.json`: the files that a page will load, by route and language.
#[derive(Debug, Default, Deserialize)]
struct Preload {
    #[serde(default)]
    lang: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    route: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    font: BTreeMap<String, Vec<String>>,
    /// Font for long texts in Lao.
    #[serde(default)]
    reading: String,
}

/// The configured translation widget: its script and origins. Empty without one.
#[derive(Clone, Debug, Default)]
pub struct Translator<'a> {
    url: &'a str,
    sources: Vec<&'a str>,
}

impl<'a> Translator<'a> {
    pub fn of(config: &'a EdgeConfig) -> Self {
        Self { url: &config.translator_url, sources: config.translator_sources() }
    }

    /// Returns the meta tag from which the storefront loads it.
    fn meta(&self) -> String {
        if self.url.is_empty() {
            return String::new();
        }
        format!("<meta name=\"heuan-translator\" content=\"{}\">\n", escape::html(self.url))
    }

    /// Returns the origins as the end of a policy directive.
    fn allowed(&self) -> String {
        self.sources.iter().flat_map(|source| [" ", source]).collect()
    }
}

impl Frontend {
    /// Reads the build. A missing build is not an error, because the API works without pages, but a build without placeholders
    /// is. The policy allows images of `map_origin`, unless it is empty, and the `translator`.
    pub fn open(folder: &Path, map_origin: &str, translator: &Translator<'_>) -> anyhow::Result<Self> {
        let html = match fs::read_to_string(folder.join("index.html")) {
            Ok(html) => html,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(error).with_context(|| format!("{}/index.html", folder.display())),
        };
        let shell = Shell::of(&html, read_preload(folder)?, map_origin, translator)
            .with_context(|| format!("{}/index.html", folder.display()))?;
        let root_files = root_files(folder).with_context(|| format!("{}", folder.display()))?;
        Ok(Self { shell: Some(shell), root_files })
    }

    pub fn shell(&self) -> Option<&Shell> {
        self.shell.as_ref()
    }

    /// Returns the file in the root of the build that `path` names.
    pub fn root_file(&self, path: &str) -> Option<&str> {
        self.root_files.get(path.strip_prefix('/')?).map(String::as_str)
    }
}

impl Shell {
    fn of(
        html: &str,
        preload: Preload,
        map_origin: &str,
        translator: &Translator<'_>,
    ) -> anyhow::Result<Self> {
        let cut = |html: &str, mark: &str| -> anyhow::Result<(String, String)> {
            let (before, after) = html.split_once(mark).with_context(|| format!("has no {mark}"))?;
            Ok((before.to_owned(), after.to_owned()))
        };
        let (before, rest) = cut(html, LANGUAGE_MARK)?;
        let (top, rest) = cut(&rest, HEAD_MARK)?;
        let (body, rest) = cut(&rest, ROOT_MARK)?;
        let (root, end) = cut(&rest, STATE_MARK)?;
        let policy = HeaderValue::from_str(&policy(html, map_origin, translator))
            .context("an inline script or the translator breaks the policy")?;
        let (top, body) = (top + &translator.meta(), body + ROOT_MARK);
        let patient = patient(&body);
        Ok(Self { parts: [before, top, body, root, end], patient, preload, policy })
    }

    /// Renders a page: the shell with language, head, server-rendered markup and dehydrated state.
    pub fn fill(&self, language: Language, head: &str, view: &str, state: &str) -> String {
        let [before, top, body, root, end] = &self.parts;
        let body = if view.is_empty() { body } else { &self.patient };
        let attributes = format!(r#"lang="{}" dir="ltr" data-lang="{}""#, language.tag(), language.code());
        [before, &attributes, top, head, body, view, root, state, end].concat()
    }

    /// Returns the Content-Security-Policy of every page.
    pub fn policy(&self) -> &HeaderValue {
        &self.policy
    }

    /// Returns the preload links of scripts and fonts that the page loads after its first script.
    pub fn preloads(&self, language: Language, page: Option<&Page>, has_view: bool) -> String {
        let files =
            |map: &BTreeMap<String, Vec<String>>, key: &str| map.get(key).cloned().unwrap_or_default();
        let chunk = page.map(Page::chunk).unwrap_or_default();
        let mut links = String::new();
        // Content is in Lao for readers of Lao, and in English for others.
        let is_reading = chunk == "content" && language.reads_lao() && !self.preload.reading.is_empty();
        let reading = is_reading.then(|| self.preload.reading.clone());
        for file in files(&self.preload.font, language.code()).into_iter().chain(reading) {
            let file = escape::html(&file);
            links += &format!(
                "<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin href=\"{file}\">\n"
            );
        }
        for file in
            files(&self.preload.lang, language.code()).iter().chain(&files(&self.preload.route, chunk))
        {
            let is_style = file.rsplit('.').next() == Some("css");
            let file = escape::html(file);
            links += &if is_style {
                format!("<link rel=\"preload\" as=\"style\" crossorigin href=\"{file}\">\n")
            } else {
                format!("<link rel=\"modulepreload\" crossorigin href=\"{file}\">\n")
            };
        }
        if has_view { patient(&links) } else { links }
    }
}

/// Defers the scripts of a page with server-rendered markup until it is painted: their types are replaced by types that
/// browsers ignore, until the script at the end of `index.html` restores them.
fn patient(tags: &str) -> String {
    tags.replace("<script type=\"module\"", "<script type=\"later\"")
        .replace("<link rel=\"modulepreload\"", "<link rel=\"later\"")
}

/// Returns the Content-Security-Policy: own origin, the inline scripts of the build by hash, map tiles, and the configured
/// translation widget, which needs inline styles.
fn policy(html: &str, map_origin: &str, translator: &Translator<'_>) -> String {
    let hashes = inline_scripts(html).map(|script| {
        let hash = STANDARD.encode(Sha256::digest(script.as_bytes()));
        format!(" 'sha256-{hash}'")
    });
    let hashes: String = hashes.collect();
    let map = if map_origin.is_empty() { String::new() } else { format!(" {map_origin}") };
    let widget = translator.allowed();
    let inline = if widget.is_empty() { "" } else { " 'unsafe-inline'" };
    format!(
        "default-src 'self'; script-src 'self'{hashes}{widget}; style-src 'self'{widget}{inline}; \
         img-src 'self' data: blob:{map}{widget}; connect-src 'self'{widget}; font-src 'self'; \
         object-src 'none'; base-uri 'self'; form-action 'self'; \
         frame-ancestors 'none'"
    )
}

/// Returns the text of each `<script>` without `src`. The input is our own build, so a simple search suffices.
fn inline_scripts(html: &str) -> impl Iterator<Item = &str> {
    html.split("<script").skip(1).filter_map(|rest| {
        let (attributes, rest) = rest.split_once('>')?;
        let (text, _) = rest.split_once("</script>")?;
        (!attributes.contains("src=")).then_some(text)
    })
}

fn read_preload(folder: &Path) -> anyhow::Result<Preload> {
    match fs::read(folder.join("preload.json")) {
        Ok(json) => {
            serde_json::from_slice(&json).with_context(|| format!("{}/preload.json", folder.display()))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Preload::default()),
        Err(error) => Err(error).with_context(|| format!("{}/preload.json", folder.display())),
    }
}

/// Reads icons, manifest and placeholder: every file except those for the edge.
fn root_files(folder: &Path) -> io::Result<HashSet<String>> {
    let mut names = HashSet::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let is_for_us =
            name.starts_with('.') || name.starts_with("index.html") || name.starts_with("preload.json");
        let is_packed = [".br", ".gz", ".zst"].iter().any(|end| name.ends_with(end));
        if entry.file_type()?.is_file() && !is_for_us && !is_packed {
            names.insert(name);
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HTML: &str = r#"<html lang="lo" dir="ltr" data-lang="la"><head><script>var a = 1;</script>
<!--heuan:head--><script type="module" crossorigin src="/assets/a.js"></script></head>
<body><div id="root"></div><!--heuan:state--></body></html>"#;

    #[test]
    fn placeholders_of_index_html_are_replaced() {
        let shell = Shell::of(HTML, Preload::default(), "", &Translator::default()).unwrap();
        let page = shell.fill(Language::Vn, "<title>t</title>", "<p>view</p>", "STATE");
        assert!(page.contains(r#"<html lang="vi" dir="ltr" data-lang="vn">"#));
        assert!(page.contains(r#"<div id="root"><p>view</p></div>STATE"#));
        assert!(page.contains("<title>t</title>") && page.contains("STATE") && !page.contains("heuan"));
    }

    #[test]
    fn scripts_are_deferred_until_the_server_rendered_page_is_painted() {
        let lang = BTreeMap::from([("la".to_owned(), vec!["/assets/la.js".to_owned()])]);
        let preload = Preload { lang, ..Preload::default() };
        let shell = Shell::of(HTML, preload, "", &Translator::default()).unwrap();
        for (view, later, now) in [("<p>view</p>", 1, 0), ("", 0, 1)] {
            let links = shell.preloads(Language::La, None, !view.is_empty());
            let page = shell.fill(Language::La, &links, view, "");
            for (count, script, link) in [(later, "later", "later"), (now, "module", "modulepreload")] {
                let script = format!("<script type=\"{script}\" crossorigin src=\"/assets/a.js\">");
                let link = format!("<link rel=\"{link}\" crossorigin href=\"/assets/la.js\">");
                assert_eq!(
                    [page.matches(&script).count(), page.matches(&link).count()],
                    [count; 2],
                    "{page}"
                );
            }
        }
    }

    #[test]
    fn text_font_is_preloaded_on_pages_that_may_have_lao_text() {
        let preload = Preload { reading: "/assets/looped.woff2".to_owned(), ..Preload::default() };
        let shell = Shell::of(HTML, preload, "", &Translator::default()).unwrap();
        let about = Page::parse("about", "");
        for (language, page, has) in [
            (Language::La, about.as_ref(), true),
            (Language::Th, about.as_ref(), true),
            (Language::En, about.as_ref(), false),
            (Language::Cn, about.as_ref(), false),
            (Language::La, Some(&Page::Home), false),
            (Language::La, None, false),
        ] {
            assert_eq!(
                shell.preloads(language, page, false).contains("looped"),
                has,
                "{language:?} {page:?}"
            );
        }
    }

    #[test]
    fn configured_translation_widget_is_loaded_and_allowed_by_the_policy() {
        let translator = Translator {
            url: "https://a.example/e.js?x=1&y=2",
            sources: vec!["https://a.example", "https://b.example"],
        };
        let shell = Shell::of(HTML, Preload::default(), "", &translator).unwrap();
        let page = shell.fill(Language::La, "", "", "");
        assert!(
            page.contains(r#"<meta name="heuan-translator" content="https://a.example/e.js?x=1&amp;y=2">"#)
        );
        let policy = policy(HTML, "", &translator);
        for rule in [
            "style-src 'self' https://a.example https://b.example 'unsafe-inline';",
            "connect-src 'self' https://a.example https://b.example;",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(rule), "{policy}");
        }
    }

    #[test]
    fn build_without_a_placeholder_is_refused_by_its_name() {
        let html = HTML.replace(STATE_MARK, "");
        let error = Shell::of(&html, Preload::default(), "", &Translator::default()).unwrap_err();
        assert!(error.to_string().contains(STATE_MARK));
    }

    #[test]
    fn only_the_inline_script_is_allowed() {
        let policy = policy(HTML, "", &Translator::default());
        let hash = STANDARD.encode(Sha256::digest("var a = 1;"));
        assert!(policy.contains(&format!("script-src 'self' 'sha256-{hash}';")), "{policy}");
    }
}
