//! Which part answers a request: by the path's first segment, or by the first label of the host name (`shop.test/` is
//! `/shop/`).

use crate::sites::shop::CartRefusal;
use crate::sites::{article, big, form, index, shop_pages};
use crate::world::World;
use crate::{admin, wire};
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use serde::Deserialize;
use std::time::Duration;

const SITES: [&str; 4] = ["shop", "article", "form", "big"];

pub(crate) async fn route(State(world): State<World>, request: Request) -> Response<Body> {
    let (mut parts, body) = request.into_parts();
    // HEAD is GET whose body the connection leaves out.
    if parts.method == Method::HEAD {
        parts.method = Method::GET;
    }
    let body = axum::body::to_bytes(body, wire::endpoint::MOST_BYTES).await.ok();
    let path = path_of(&parts);
    if path.starts_with("/v1/") {
        return wire::endpoint::answer(&world, &parts, body).await;
    }
    let Some(body) = body else { return page(StatusCode::PAYLOAD_TOO_LARGE, "too large".to_owned()) };
    if path.starts_with("/_admin/") {
        return admin::answer(&world, &parts.method, &path, &body);
    }
    site(&world, &parts, &path, &body).await
}

async fn site(world: &World, parts: &Parts, path: &str, body: &Bytes) -> Response<Body> {
    let query = parts.uri.query().unwrap_or_default();
    match (&parts.method, path.trim_end_matches('/')) {
        (&Method::GET, "") => page(StatusCode::OK, index::page()),
        (&Method::GET, "/shop") => page(StatusCode::OK, shop_pages::list(&world.shop(), query)),
        (&Method::GET, "/shop/cart") => page(StatusCode::OK, shop_pages::cart_page(&world.shop())),
        (&Method::POST, "/shop/api/cart") => add(world, body).await,
        (&Method::POST, "/shop/api/cart/remove") => {
            if let Some(id) = product_id(body) {
                world.shop().remove(&id);
            }
            cart(world)
        }
        (&Method::GET, "/article") => page(StatusCode::OK, article::page()),
        (&Method::GET, "/form") => page(StatusCode::OK, form::empty()),
        (&Method::POST, "/form") => match form::submitted(&String::from_utf8_lossy(body)) {
            Ok(thanks) => page(StatusCode::OK, thanks),
            Err(complaints) => page(StatusCode::UNPROCESSABLE_ENTITY, complaints),
        },
        (&Method::GET, "/big") => page(StatusCode::OK, big::page(query)),
        _ => page(
            StatusCode::NOT_FOUND,
            "<!doctype html><html lang=\"en\"><title>Not found</title><h1>Not found</h1>".to_owned(),
        ),
    }
}

#[derive(Deserialize)]
struct Chosen {
    id: String,
}

fn product_id(body: &Bytes) -> Option<String> {
    serde_json::from_slice::<Chosen>(body).ok().map(|chosen| chosen.id)
}

async fn add(world: &World, body: &Bytes) -> Response<Body> {
    let Some(id) = product_id(body) else { return json(StatusCode::BAD_REQUEST, "{}".to_owned()) };
    let added = world.shop().add(&id);
    let delay = world.shop().add_delay_ms;
    if delay > 0 {
        tokio::time::sleep(Duration::from_millis(delay)).await;
    }
    match added {
        Ok(()) => cart(world),
        Err(CartRefusal::NoSuchProduct) => {
            json(StatusCode::NOT_FOUND, "{\"error\":\"no such product\"}".to_owned())
        }
        Err(CartRefusal::NotInStock) => json(StatusCode::CONFLICT, "{\"error\":\"not in stock\"}".to_owned()),
        Err(CartRefusal::Broken) => {
            json(StatusCode::INTERNAL_SERVER_ERROR, "{\"error\":\"the cart is broken\"}".to_owned())
        }
    }
}

fn cart(world: &World) -> Response<Body> {
    json(StatusCode::OK, world.shop().cart_json().to_string())
}

/// The path, with the site's name in front if only the host says which site is meant.
fn path_of(parts: &Parts) -> String {
    let path = parts.uri.path();
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    let is_placed = SITES.contains(&first) || matches!(first, "v1" | "_admin");
    match site_of_host(&parts.headers).filter(|_| !is_placed) {
        Some(site) => format!("/{site}{path}"),
        None => path.to_owned(),
    }
}

fn site_of_host(headers: &HeaderMap) -> Option<&'static str> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let label = host.split(['.', ':']).next()?;
    SITES.into_iter().find(|site| *site == label)
}

fn page(status: StatusCode, html: String) -> Response<Body> {
    typed(status, html, "text/html; charset=utf-8")
}

fn json(status: StatusCode, body: String) -> Response<Body> {
    typed(status, body, "application/json")
}

fn typed(status: StatusCode, body: String, kind: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
