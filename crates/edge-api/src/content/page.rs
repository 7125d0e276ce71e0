//! Route `GET /api/v1/content/{slug}`: content pages with paragraphs, questions, job vacancies and documents.

use actix_web::{
    HttpRequest, HttpResponse, get,
    web::{Data, Path},
};
use heuan_proto::catalog::v1::{self as proto, content_service_client::ContentServiceClient};
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    api_state::ApiState,
    cached_query::{CachedQuery, CachedResponse, catalog_response},
};
use heuan_edge_http::{
    backends::Clients,
    body::Body,
    envelope::{Envelope, LocalText, filled, filled_text},
    params::CanonicalUrl,
    problem::{ClientErrorResponses, NotFoundResponse, Problem},
};

const MAX_SLUG_BYTES: usize = 120;

/// A content page: about, help center, news, an article.
#[derive(Serialize, ToSchema)]
pub struct Content {
    #[schema(example = "investor/ir-relations")]
    slug: String,
    title: LocalText,
    /// Image path.
    #[schema(required)]
    image: Option<String>,
    /// `YYYY-MM-DD`.
    #[schema(required)]
    date: Option<String>,
    paragraphs: Vec<LocalText>,
    questions: Vec<ContentQuestion>,
    jobs: Vec<ContentVacancy>,
    documents: Vec<ContentDocument>,
    /// Child pages.
    items: Vec<ContentSummary>,
}

/// A question of the help center.
#[derive(Serialize, ToSchema)]
pub struct ContentQuestion {
    q: LocalText,
    a: LocalText,
}

/// A job vacancy.
#[derive(Serialize, ToSchema)]
pub struct ContentVacancy {
    title: LocalText,
    /// `b_code` of the branch.
    branch: String,
    /// Employment type: full time, part time.
    #[schema(required)]
    r#type: Option<LocalText>,
}

/// A downloadable document, for example a report or minutes.
#[derive(Serialize, ToSchema)]
pub struct ContentDocument {
    title: LocalText,
    /// `YYYY-MM-DD`.
    #[schema(required)]
    date: Option<String>,
    /// Path below `/media/`, a PDF.
    #[schema(example = "documents/annual-report-2025.pdf")]
    file: String,
    /// Size in bytes.
    size: u64,
}

/// A page as shown in its parent's list.
#[derive(Serialize, ToSchema)]
pub struct ContentSummary {
    slug: String,
    title: LocalText,
    #[schema(required)]
    image: Option<String>,
    #[schema(required)]
    date: Option<String>,
    summary: LocalText,
}

/// Returns a content page by its slug, which may contain slashes.
#[utoipa::path(
    tag = "content",
    operation_id = "get_content",
    params(("slug" = String, Path, description = "`about`, `news/1`, `investor/ir-relations`")),
    responses(
        (status = 200, description = "The page", body = Envelope<Content>),
        ClientErrorResponses,
        NotFoundResponse,
    ),
)]
#[get("/api/v1/content/{slug:.+}")]
pub async fn by_slug(
    request: HttpRequest,
    slug: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    if !is_slug(&slug) {
        return Err(Error::not_found("no such page").into());
    }
    state.respond(&request, &ContentQuery { slug: slug.into_inner() }).await
}

/// Whether a text is a slug: segments of `[a-z0-9-]` separated by slashes. The import has the same rule, so
/// slugs need no escaping in URLs.
pub fn is_slug(slug: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    slug.len() <= MAX_SLUG_BYTES && slug.split('/').all(is_word)
}

pub async fn fetch(clients: &Clients, slug: &str) -> Result<Body> {
    let request = proto::GetPageRequest { slug: slug.to_owned() };
    let answer = clients.content().read("GetPage", ContentServiceClient::get_page, request).await?;
    Body::json(&Envelope::of(Content::from(answer.page.unwrap_or_default())))
}

impl From<proto::Page> for Content {
    fn from(page: proto::Page) -> Self {
        let text = |text: proto::Text| LocalText::from(Some(text));
        Self {
            slug: page.slug,
            title: page.title.into(),
            image: filled(page.image),
            date: filled(page.date),
            paragraphs: page.paragraphs.into_iter().map(text).collect(),
            questions: page.questions.into_iter().map(ContentQuestion::from).collect(),
            jobs: page.jobs.into_iter().map(ContentVacancy::from).collect(),
            documents: page.documents.into_iter().map(ContentDocument::from).collect(),
            items: page.items.into_iter().map(ContentSummary::from).collect(),
        }
    }
}

impl From<proto::Question> for ContentQuestion {
    fn from(question: proto::Question) -> Self {
        Self { q: question.question.into(), a: question.answer.into() }
    }
}

impl From<proto::Vacancy> for ContentVacancy {
    fn from(vacancy: proto::Vacancy) -> Self {
        Self { title: vacancy.title.into(), branch: vacancy.branch, r#type: filled_text(vacancy.r#type) }
    }
}

impl From<proto::Document> for ContentDocument {
    fn from(document: proto::Document) -> Self {
        Self {
            title: document.title.into(),
            date: filled(document.date),
            file: document.file,
            size: document.size,
        }
    }
}

impl From<proto::PageLink> for ContentSummary {
    fn from(link: proto::PageLink) -> Self {
        Self {
            slug: link.slug,
            title: link.title.into(),
            image: filled(link.image),
            date: filled(link.date),
            summary: link.summary.into(),
        }
    }
}

/// One content page.
#[derive(Clone, Debug, PartialEq)]
pub struct ContentQuery {
    pub slug: String,
}

impl CachedQuery for ContentQuery {
    fn url(&self) -> CanonicalUrl {
        CanonicalUrl::new(format!("/api/v1/content/{}", self.slug))
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        let slug = self.slug.clone();
        catalog_response(state, self.url(), move |clients| async move { fetch(&clients, &slug).await })
    }
}
