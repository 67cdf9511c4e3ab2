//! A native demo server on loopback: a scripted model that speaks OpenAI's Chat Completions wire, demo sites for it to
//! act on, and an admin side to look at and change both. Never part of the extension.
//!
//! Start it in a test with [`Playground::start`] on port 0; the binary of the same name serves until it is told to stop.
//!
//! | address | what |
//! | --- | --- |
//! | `/v1/models`, `/v1/chat/completions` | the model; keys start with `demo`, e.g. `demo-key` |
//! | `/shop/`, `/article/`, `/form/`, `/big/?nodes=5000` | the sites; also `http://shop.test:PORT/` and so on |
//! | `GET /_admin/requests` | what the model was asked, and how each request ended |
//! | `GET /_admin/cart`, `GET /_admin/shop` | the cart and the catalogue |
//! | `POST /_admin/shop` | `{products?, set?: [{id, price_cents?, ...}], adding?: accept\|drop\|fail, add_delay_ms?, clear_cart?}` |
//! | `POST /_admin/reset` | everything as at the start |
//!
//! Models are `demo` and traits behind it, each with numbers if need be: `demo-slow:50` (milliseconds before each
//! delta), `demo-reasoning`, `demo-cut:AFTER:TIMES`, `demo-eof:AFTER`, `demo-stall:AFTER:ONLY`, `demo-error:AFTER`,
//! `demo-badjson:AFTER`, `demo-noargs`, `demo-badargs`, `demo-429:TIMES:SECONDS`, `demo-500:TIMES`, `demo-html`,
//! `demo-hang`, `demo-401`. `AFTER` counts deltas, `TIMES` the first requests of a conversation that are hit, `ONLY` is
//! the number of the one request that is.
//!
//! A request may hold its own script: `[[call tool {json}]]`, `[[then tool {json}]]`, `[[say words]]`; an argument
//! `"@name"` is the ref of the node of that name in the latest result. The newest message rules: one that comes while tools
//! are at work puts its own script in the place of what was left of the one before.
//!
//! A request whose system message begins with the line `You write titles.` is answered with the first words of the person,
//! at once and whole, whatever the model's traits; the log says `"kind": "title"` of it, and `"kind": "turn"` of the others.

mod admin;
mod clock;
mod error;
mod model;
mod request_log;
mod routes;
mod server;
mod sites;
mod wire;
mod world;

pub use clock::UnixMillis;
pub use error::PlaygroundError;
pub use request_log::{Ending, Entry, Kind, RequestId};
pub use server::Playground;
