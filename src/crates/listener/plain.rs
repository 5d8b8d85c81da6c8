//! Whoever comes in the clear to where TLS is spoken is led to the right address.
//!
//! Only what a person types is led on: a request that carries something (a password, a form) has crossed the network in the
//! clear already, and is told so instead of being repeated.

use hyper::body::Incoming;
use poem::Response;
use poem::http::uri::Authority;
use poem::http::{Method, StatusCode, header};
use serde_json::json;

/// The page, or a refusal; `home` is where a request without a path leads. `port` replaces the one that was asked for; without it the address is the same but for its scheme.
pub fn lead_on(request: &hyper::Request<Incoming>, home: &str, port: Option<u16>) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    let path = if path.starts_with('/') { path } else { home };
    answer(request.method(), host, path, port)
}

fn answer(method: &Method, host: Option<&str>, path: &str, port: Option<u16>) -> Response {
    let builder = Response::builder().header(header::CACHE_CONTROL, "no-store").header(header::CONNECTION, "close");
    let Some(address) = host.and_then(|host| sealed_address(host, path, port)) else {
        let text = "本地址只接受加密连接，请在地址前写明 https://";
        return builder.status(StatusCode::BAD_REQUEST).content_type("text/plain; charset=utf-8").body(text);
    };
    if !matches!(*method, Method::GET | Method::HEAD) {
        let text = json!({"code": 500, "msg": format!("本地址只接受加密连接，请求没有执行；请改用 {address}")});
        let builder = builder.status(StatusCode::BAD_REQUEST).content_type("application/json; charset=utf-8");
        return builder.body(text.to_string());
    }
    let shown = ammonia::clean_text(&address);
    let page = format!(
        "<!doctype html><html lang=\"zh-CN\"><head><meta charset=\"utf-8\"><title>请使用加密地址</title></head>\
         <body style=\"font:16px/1.8 sans-serif;max-width:40em;margin:15vh auto;padding:0 1em\"><h1>请使用加密地址</h1>\
         <p>本站只接受加密连接。如果没有自动转到，请打开：</p><p><a href=\"{shown}\">{shown}</a></p>\
         <p>浏览器提示证书不受信任时，请联系管理员安装本站的证书颁发机构证书。</p></body></html>"
    );
    let builder = builder.status(StatusCode::PERMANENT_REDIRECT).header(header::LOCATION, address);
    builder.content_type("text/html; charset=utf-8").body(page)
}

/// The same place over TLS; `None` for a host that is none.
fn sealed_address(host: &str, path: &str, port: Option<u16>) -> Option<String> {
    let authority: Authority = host.parse().ok()?;
    if authority.as_str().contains('@') {
        return None;
    }
    let shown = match port.or_else(|| authority.port_u16()) {
        None | Some(443) => authority.host().to_owned(),
        Some(port) => format!("{}:{port}", authority.host()),
    };
    Some(format!("https://{shown}{path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_led_on_and_deeds_are_not() {
        for (method, host, path, port, status, location) in [
            (Method::GET, Some("gx:8443"), "/gx_portal/?a=1", None, 308, Some("https://gx:8443/gx_portal/?a=1")),
            (Method::HEAD, Some("gx"), "/", Some(8443), 308, Some("https://gx:8443/")),
            (Method::GET, Some("gx:80"), "/", Some(443), 308, Some("https://gx/")),
            (Method::GET, Some("[fd00::5]:80"), "/", Some(8443), 308, Some("https://[fd00::5]:8443/")),
            (Method::OPTIONS, Some("gx"), "*", None, 400, None),
            (Method::POST, Some("gx"), "/gx_portal/prod-api/login", None, 400, None),
            (Method::GET, Some("a@b"), "/", None, 400, None),
            (Method::GET, Some("a b"), "/", None, 400, None),
            (Method::GET, None, "/", None, 400, None),
        ] {
            let response = answer(&method, host, path, port);
            assert_eq!(response.status().as_u16(), status, "{method} {host:?}");
            assert_eq!(response.header("location"), location, "{method} {host:?}");
        }
    }

    #[tokio::test]
    async fn an_address_on_the_page_is_text() {
        let page =
            answer(&Method::GET, Some("gx"), "/\"><script>", None).into_body().into_string().await.expect("text");
        assert!(!page.contains("<script>"), "{page}");
    }
}
