//! Dehydrated state of a page for hydration.

use heuan_page_renderer::RenderedPage;
use serde_json::json;

use heuan_edge_http::escape;

/// Server-rendered markup and the time in milliseconds that it shows.
pub struct SsrMarkup<'a> {
    pub view: &'a RenderedPage,
    pub now: i64,
}

/// Returns the `<script>` with the status, the prefetched responses (a JSON object) and the key of the rendered markup.
pub fn script(status: u16, queries: &str, shown: Option<&SsrMarkup<'_>>) -> String {
    let mut script = String::with_capacity(queries.len() + queries.len() / 16 + 300);
    script.push_str("<script type=\"application/json\" id=\"heuan-state\">");
    escape::json_into(&format!("{{\"status\":{status},"), &mut script);
    if let Some(SsrMarkup { view, now }) = shown {
        let view = json!({ "of": view.route_key, "now": now }).to_string();
        escape::json_into(&format!("\"view\":{view},"), &mut script);
    }
    script.push_str("\"queries\":");
    escape::json_into(queries, &mut script);
    script.push_str("}</script>");
    script
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn route_key_cannot_end_the_script() {
        let view =
            RenderedPage { html: String::new(), route_key: "/shop {\"brand\":\"</script><b>\"}".to_owned() };
        let script = script(200, "{}", Some(&SsrMarkup { view: &view, now: 7 }));
        assert_eq!(script.matches("</script>").count(), 1);
        assert!(script.contains("\"now\":7") && script.ends_with("\"queries\":{}}</script>"), "{script}");
    }
}
