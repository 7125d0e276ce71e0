//! Page of the link that stops news, for readers of a message, without a login and without scripts.
//!
//! The link of the page itself changes nothing, because mail programs open links in advance. Mail programs that offer one
//! click (RFC 8058) send the POST.

use actix_web::{
    HttpResponse, get,
    http::{
        StatusCode,
        header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY},
    },
    post,
    web::{Data, Path, Query},
};
use heuan_edge_http::escape;
use heuan_proto::notifications::v1::UnsubscribeRequest;
use heuan_rpc::{Code, Error};
use serde::Deserialize;

use crate::api_state::ApiState;

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// Texts in one language.
struct Texts {
    code: &'static str,
    tag: &'static str,
    heading: &'static str,
    text: &'static str,
    button: &'static str,
    done: &'static str,
    done_text: &'static str,
    wrong: &'static str,
    later: &'static str,
    home: &'static str,
}

const TEXTS: [Texts; 5] = [
    Texts {
        code: "la",
        tag: "lo",
        heading: "ຢຸດຮັບຂ່າວຈາກຮ້ານບໍ?",
        text: "ທ່ານຈະບໍ່ໄດ້ຮັບຂ່າວ ແລະ ໂປຣໂມຊັນຈາກຮ້ານອີກ. ຂໍ້ຄວາມກ່ຽວກັບຄຳສັ່ງຊື້ຍັງສົ່ງຄືເກົ່າ.",
        button: "ຢຸດຮັບຂ່າວ",
        done: "ຢຸດແລ້ວ",
        done_text: "ທ່ານຈະບໍ່ໄດ້ຮັບຂ່າວຈາກຮ້ານອີກ.",
        wrong: "ລິ້ງນີ້ບໍ່ຖືກຕ້ອງ ກະລຸນາເປີດລິ້ງຈາກຂໍ້ຄວາມອີກຄັ້ງ.",
        later: "ຂັດຂ້ອງຊົ່ວຄາວ ກະລຸນາລອງໃໝ່ອີກຄັ້ງ.",
        home: "ໄປໜ້າຮ້ານ",
    },
    Texts {
        code: "en",
        tag: "en",
        heading: "Stop news from the shop?",
        text: "You will get no more news and offers. Messages about your orders still arrive.",
        button: "Stop news",
        done: "Stopped",
        done_text: "You will get no more news from the shop.",
        wrong: "This link is not valid. Open it from the message again.",
        later: "This did not work for the moment. Please try again.",
        home: "Go to the shop",
    },
    Texts {
        code: "th",
        tag: "th",
        heading: "หยุดรับข่าวจากร้านหรือไม่?",
        text: "คุณจะไม่ได้รับข่าวและโปรโมชันจากร้านอีก ข้อความเกี่ยวกับคำสั่งซื้อยังส่งตามเดิม",
        button: "หยุดรับข่าว",
        done: "หยุดแล้ว",
        done_text: "คุณจะไม่ได้รับข่าวจากร้านอีก",
        wrong: "ลิงก์นี้ไม่ถูกต้อง โปรดเปิดลิงก์จากข้อความอีกครั้ง",
        later: "ขัดข้องชั่วคราว โปรดลองอีกครั้ง",
        home: "ไปที่ร้าน",
    },
    Texts {
        code: "cn",
        tag: "zh",
        heading: "停止接收商店消息？",
        text: "您将不再收到商店的消息和优惠。有关订单的消息仍会发送。",
        button: "停止接收",
        done: "已停止",
        done_text: "您将不再收到商店的消息。",
        wrong: "此链接无效，请从消息中重新打开。",
        later: "暂时无法处理，请重试。",
        home: "前往商店",
    },
    Texts {
        code: "vn",
        tag: "vi",
        heading: "Ngừng nhận tin của cửa hàng?",
        text: "Bạn sẽ không nhận tin và ưu đãi nữa. Tin nhắn về đơn hàng vẫn được gửi.",
        button: "Ngừng nhận tin",
        done: "Đã ngừng",
        done_text: "Bạn sẽ không nhận tin của cửa hàng nữa.",
        wrong: "Liên kết này không hợp lệ. Hãy mở lại từ tin nhắn.",
        later: "Tạm thời không thực hiện được. Vui lòng thử lại.",
        home: "Đến cửa hàng",
    },
];

#[derive(Deserialize)]
struct LanguageQuery {
    #[serde(default)]
    lang: String,
}

/// Shows the form that asks whether to stop news.
#[get("/stop/{token}")]
pub async fn confirmation(query: Query<LanguageQuery>) -> HttpResponse {
    let texts = texts(&query.lang);
    // Without an action, the form is sent to the URL of the page.
    let form = format!("<form method=\"post\"><button>{}</button></form>", escape::html(texts.button));
    page(StatusCode::OK, texts, texts.heading, texts.text, &form)
}

/// Stops news, also by one click in a mail program.
#[post("/stop/{token}")]
pub async fn stop(token: Path<String>, query: Query<LanguageQuery>, state: Data<ApiState>) -> HttpResponse {
    let texts = texts(&query.lang);
    let mut client = state.clients.news();
    let request = UnsubscribeRequest { token: token.into_inner() };
    let stopped: Result<_, Error> = state.call("Unsubscribe", client.unsubscribe(request)).await;
    match stopped {
        Ok(_) => page(StatusCode::OK, texts, texts.done, texts.done_text, ""),
        Err(error) if error.code == Code::InvalidArgument => {
            page(StatusCode::BAD_REQUEST, texts, texts.heading, texts.wrong, "")
        }
        Err(_) => page(StatusCode::SERVICE_UNAVAILABLE, texts, texts.heading, texts.later, ""),
    }
}

fn texts(language: &str) -> &'static Texts {
    let [lao, ..] = &TEXTS;
    TEXTS.iter().find(|texts| texts.code == language).unwrap_or(lao)
}

fn page(status: StatusCode, texts: &Texts, heading: &str, text: &str, form: &str) -> HttpResponse {
    let (heading, text) = (escape::html(heading), escape::html(text));
    let html = format!(
        "<!doctype html>\n<html lang=\"{tag}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"robots\" content=\"noindex\">\n\
         <title>{heading}</title>\n\
         <style>body{{font:1rem/1.6 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}}\
         button{{font:inherit;padding:.7rem 1.4rem;border:0;border-radius:.5rem;background:#1c1c1a;color:#fff}}</style>\n\
         <main>\n<h1>{heading}</h1>\n<p>{text}</p>\n{form}\n<p><a href=\"/{code}\">{home}</a></p>\n</main>\n",
        tag = texts.tag,
        code = texts.code,
        home = escape::html(texts.home),
    );
    HttpResponse::build(status)
        .content_type("text/html; charset=utf-8")
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_SECURITY_POLICY, POLICY))
        .body(html)
}
