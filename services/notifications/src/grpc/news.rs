//! gRPC handlers of `NewsService`: preview, sending, list, cancellation, and unsubscription by link.

use heuan_proto::notifications::v1::{self as wire, MessageActorRole, news_service_server::NewsService};
use heuan_rpc::{Code, Error};
use tonic::{Request, Response, Status};

use super::{Handler, limit};
use crate::{
    news::{News, NewsText},
    outgoing_message::Rendered,
};

type GrpcResult<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl NewsService for Handler {
    async fn preview_news(
        &self,
        request: Request<wire::PreviewNewsRequest>,
    ) -> GrpcResult<wire::PreviewNewsResponse> {
        let request = request.into_inner();
        check_role(request.actor_role())?;
        let (previews, recipients) = self.service.preview_news(text(request.text)).await?;
        let previews = previews.into_iter().map(preview).collect();
        Ok(Response::new(wire::PreviewNewsResponse { previews, recipients }))
    }

    async fn send_news(&self, request: Request<wire::SendNewsRequest>) -> GrpcResult<wire::SendNewsResponse> {
        let request = request.into_inner();
        check_role(request.actor_role())?;
        let news = self.service.send_news(&request.event_id, request.actor_id, text(request.text)).await?;
        Ok(Response::new(wire::SendNewsResponse { news: Some(news.into()) }))
    }

    async fn list_news(&self, request: Request<wire::ListNewsRequest>) -> GrpcResult<wire::ListNewsResponse> {
        let request = request.into_inner();
        check_role(request.actor_role())?;
        let page = self.service.list_news(request.before_id, limit(request.limit, 100)?).await?;
        Ok(Response::new(wire::ListNewsResponse {
            news: page.news.into_iter().map(Into::into).collect(),
            has_more: page.has_more,
            recipients: page.recipients,
        }))
    }

    async fn cancel_news(
        &self,
        request: Request<wire::CancelNewsRequest>,
    ) -> GrpcResult<wire::CancelNewsResponse> {
        let request = request.into_inner();
        check_role(request.actor_role())?;
        let news = self.service.cancel_news(request.news_id).await?;
        Ok(Response::new(wire::CancelNewsResponse { news: Some(news.into()) }))
    }

    async fn unsubscribe(
        &self,
        request: Request<wire::UnsubscribeRequest>,
    ) -> GrpcResult<wire::UnsubscribeResponse> {
        self.service.unsubscribe(&request.into_inner().token).await?;
        Ok(Response::new(wire::UnsubscribeResponse {}))
    }
}

/// Refuses other roles than editor and manager, because news go to many customers.
pub(super) fn check_role(role: MessageActorRole) -> Result<(), Error> {
    if matches!(role, MessageActorRole::Editor | MessageActorRole::Manager) {
        return Ok(());
    }
    let mut error = Error::new(Code::PermissionDenied, "news are for editors and managers");
    "role".clone_into(&mut error.detail.reason);
    Err(error)
}

fn text(text: Option<wire::NewsText>) -> NewsText {
    let wire::NewsText {
        title,
        body,
        title_en,
        body_en,
        title_th,
        body_th,
        title_cn,
        body_cn,
        title_vn,
        body_vn,
        link,
    } = text.unwrap_or_default();
    NewsText { title, body, title_en, body_en, title_th, body_th, title_cn, body_cn, title_vn, body_vn, link }
}

fn preview([email, sms]: [Rendered; 2]) -> wire::NewsPreview {
    wire::NewsPreview {
        language: email.language,
        subject: email.subject,
        text: email.text,
        html: email.html,
        short_text: sms.text,
        parts: i32::try_from(sms.parts).unwrap_or(i32::MAX),
    }
}

impl From<News> for wire::News {
    fn from(from: News) -> Self {
        let News { text, counts, .. } = from;
        let NewsText {
            title,
            body,
            title_en,
            body_en,
            title_th,
            body_th,
            title_cn,
            body_cn,
            title_vn,
            body_vn,
            link,
        } = text;
        Self {
            news_id: from.news_id,
            text: Some(wire::NewsText {
                title,
                body,
                title_en,
                body_en,
                title_th,
                body_th,
                title_cn,
                body_cn,
                title_vn,
                body_vn,
                link,
            }),
            state: from.state.into_str().to_owned(),
            author_id: from.author_id,
            recipients: from.recipients,
            written: counts.written,
            pending: counts.waiting,
            sent: counts.sent,
            failed: counts.failed,
            not_configured: counts.not_configured,
            created_at_ms: from.created_at,
            ended_at_ms: from.ended_at,
            notification_id: from.no_id,
        }
    }
}
