//! gRPC handlers of `ContentService`: header and footer content, and content pages.

use heuan_proto::catalog::v1::{self as wire, content_service_server::ContentService};
use heuan_rpc::Error;
use tonic::{Request, Response, Status};

use super::{Handler, convert::all};
use crate::content::{
    Banner, Company, DeliveryTime, Document, Hero, HeroTile, MenuItem, Message, NamedLink, Page, PageLink,
    PopularSearch, Question, Text, Vacancy,
};
use crate::store::store_error;

#[tonic::async_trait]
impl ContentService for Handler {
    async fn get_storefront(
        &self,
        _: Request<wire::GetStorefrontRequest>,
    ) -> Result<Response<wire::GetStorefrontResponse>, Status> {
        let storefront = self.store.storefront(&self.clock.today()).await.map_err(store_error)?;
        Ok(Response::new(wire::GetStorefrontResponse {
            menu: all(storefront.menu),
            messages: all(storefront.messages),
            banners: all(storefront.banners),
            hero: storefront.hero.map(Into::into),
            company: Some(storefront.company.into()),
            popular_searches: all(storefront.popular_searches),
            page_slugs: storefront.page_slugs,
        }))
    }

    async fn get_page(
        &self,
        request: Request<wire::GetPageRequest>,
    ) -> Result<Response<wire::GetPageResponse>, Status> {
        let slug = request.into_inner().slug;
        let page = self.store.page(&slug, &self.clock.today()).await.map_err(store_error)?;
        let page = page.ok_or_else(|| Error::not_found("no such page"))?;
        Ok(Response::new(wire::GetPageResponse { page: Some(page.into()) }))
    }

    async fn list_pages(
        &self,
        _: Request<wire::ListPagesRequest>,
    ) -> Result<Response<wire::ListPagesResponse>, Status> {
        let pages = self.store.pages(&self.clock.today()).await.map_err(store_error)?;
        Ok(Response::new(wire::ListPagesResponse { pages: all(pages) }))
    }
}

impl From<Text> for wire::Text {
    fn from(from: Text) -> Self {
        Self { la: from.la, en: from.en }
    }
}

impl From<MenuItem> for wire::MenuItem {
    fn from(from: MenuItem) -> Self {
        Self {
            id: from.id,
            label: Some(from.label.into()),
            sublabel: from.sublabel.map(Into::into),
            href: from.href,
            children: all(from.children),
        }
    }
}

impl From<Message> for wire::Message {
    fn from(from: Message) -> Self {
        Self { text: Some(from.text.into()), href: from.href }
    }
}

impl From<Banner> for wire::Banner {
    fn from(from: Banner) -> Self {
        Self { id: from.id, image: from.image, title: Some(from.title.into()), href: from.href }
    }
}

impl From<Hero> for wire::Hero {
    fn from(from: Hero) -> Self {
        Self { title: Some(from.title.into()), text: Some(from.text.into()), tiles: all(from.tiles) }
    }
}

impl From<HeroTile> for wire::HeroTile {
    fn from(from: HeroTile) -> Self {
        Self {
            image: from.image,
            title: Some(from.title.into()),
            text: Some(from.text.into()),
            href: from.href,
        }
    }
}

impl From<PopularSearch> for wire::PopularSearch {
    fn from(from: PopularSearch) -> Self {
        Self { text: from.text, count: from.count }
    }
}

impl From<DeliveryTime> for wire::DeliveryTime {
    fn from(from: DeliveryTime) -> Self {
        Self { area: Some(from.area.into()), min_days: from.min_days, max_days: from.max_days }
    }
}

impl From<NamedLink> for wire::NamedLink {
    fn from(from: NamedLink) -> Self {
        Self { name: from.name, url: from.url }
    }
}

impl From<Company> for wire::Company {
    fn from(from: Company) -> Self {
        Self {
            name: from.name,
            legal_name: Some(from.legal_name.into()),
            hours: from.hours,
            timezone: from.timezone,
            hotline: from.hotline,
            customer_service: from.customer_service,
            tax_number: from.tax_number,
            delivery_times: all(from.delivery_times),
            return_days: from.return_days,
            email: from.email,
            currency: from.currency,
            points_per_kip: from.points_per_kip,
            free_delivery_from: from.free_delivery_from,
            social: all(from.social),
            apps: all(from.apps),
            address: Some(from.address.into()),
        }
    }
}

impl From<Question> for wire::Question {
    fn from(from: Question) -> Self {
        Self { question: Some(from.question.into()), answer: Some(from.answer.into()) }
    }
}

impl From<Vacancy> for wire::Vacancy {
    fn from(from: Vacancy) -> Self {
        Self { title: Some(from.title.into()), branch: from.branch, r#type: Some(from.kind.into()) }
    }
}

impl From<Document> for wire::Document {
    fn from(from: Document) -> Self {
        Self { title: Some(from.title.into()), date: from.date, file: from.file, size: from.size }
    }
}

impl From<PageLink> for wire::PageLink {
    fn from(from: PageLink) -> Self {
        Self {
            slug: from.slug,
            title: Some(from.title.into()),
            image: from.image,
            date: from.date,
            summary: Some(from.summary.into()),
        }
    }
}

impl From<Page> for wire::Page {
    fn from(from: Page) -> Self {
        Self {
            slug: from.slug,
            title: Some(from.body.title.into()),
            image: from.body.image,
            date: from.date,
            paragraphs: all(from.body.paragraphs),
            questions: all(from.body.questions),
            jobs: all(from.body.jobs),
            items: all(from.items),
            documents: all(from.body.documents),
        }
    }
}
