//! HTTP client with cookies, like a shopper's browser.

use std::sync::Mutex;

use reqwest::{Client, Method, RequestBuilder, Response, header::SET_COOKIE};
use serde_json::Value;

use super::Open;

/// A client with its own cookies and API token.
pub struct Browser {
    address: String,
    client: Client,
    token: String,
    cookies: Mutex<Vec<(String, String)>>,
}

impl Browser {
    pub async fn new(shop: &Open) -> Self {
        heuan_testkit::choose_cryptography();
        let client = Client::new();
        let token_request =
            client.post(format!("{}/api/api-token", shop.address)).bearer_auth("heuan-demo-key");
        let body: Value = token_request.send().await.unwrap().json().await.unwrap();
        let token = body["data"]["token"].as_str().unwrap().to_owned();
        Self { address: shop.address.clone(), client, token, cookies: Mutex::default() }
    }

    /// The same browser, after the shop was restarted at another address.
    pub fn at(self, shop: &Open) -> Self {
        Self { address: shop.address.clone(), ..self }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let cookies = self.cookies.lock().unwrap();
        let cookies: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = self.client.request(method, format!("{}{path}", self.address));
        request.header("x-api-access-token", &self.token).header("cookie", cookies.join("; "))
    }

    /// Sends `body` and stores the returned cookies.
    pub async fn send(&self, method: Method, path: &str, body: &Value) -> Response {
        let response = self.request(method, path).json(body).send().await.unwrap();
        let mut cookies = self.cookies.lock().unwrap();
        for header in response.headers().get_all(SET_COOKIE) {
            let header = header.to_str().unwrap();
            let (name, value) = header.split(';').next().unwrap().split_once('=').unwrap();
            cookies.retain(|(kept, _)| kept != name);
            if !header.contains("Max-Age=0") {
                cookies.push((name.to_owned(), value.to_owned()));
            }
        }
        drop(cookies);
        response
    }
}
