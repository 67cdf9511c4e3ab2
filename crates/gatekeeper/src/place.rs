//! Where a call reaches: a site, an opaque document, the empty page, or the browser itself. Every place of a call is judged and the
//! worst verdict stands.

use crate::address;
use crate::origin::{Origin, Unreadable};
use crate::reason::Reason;
use crate::registry::{Reach, Tool};
use crate::request::Request;
use serde::{Deserialize, Serialize};
use std::fmt;
use url::Url;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Place {
    Site(Origin),
    /// A document without an origin of its own, such as a sandboxed frame: `null`.
    Opaque,
    /// `about:blank` as a destination: it carries nothing anywhere.
    Blank,
    /// A tool that concerns the browser as a whole.
    Browser,
}

impl Place {
    pub fn site(&self) -> Option<&Origin> {
        match self {
            Self::Site(origin) => Some(origin),
            Self::Opaque | Self::Blank | Self::Browser => None,
        }
    }

    /// Reads an origin that the browser reported for a tab or frame; the error is the reason to refuse.
    pub(crate) fn reported(text: &str) -> Result<Self, Reason> {
        match text {
            "" => Err(Reason::NoTarget),
            "null" => Ok(Self::Opaque),
            origin => {
                let url = Url::parse(origin).map_err(|_| Reason::NoTarget)?;
                if url.scheme().ends_with("-extension") {
                    return Err(Reason::SelfTarget);
                }
                match address::forbidden_scheme(&url) {
                    Some(reason) => Err(reason),
                    None => Origin::of(&url).map(Self::Site).ok_or(Reason::NoTarget),
                }
            }
        }
    }
}

/// The places of a call, and its address if it has one.
pub(crate) struct Aim {
    pub(crate) places: Vec<Place>,
    pub(crate) address: Option<Url>,
    /// The element is in a frame of another origin, or of none.
    pub(crate) is_framed: bool,
}

impl Aim {
    fn at(place: Place) -> Self {
        Self { places: vec![place], address: None, is_framed: false }
    }

    pub(crate) fn take(request: &Request<'_>, tool: &Tool) -> Result<Self, Reason> {
        let target = request.target;
        match tool.reach {
            Reach::Own | Reach::Browser => Ok(Self::at(Place::Browser)),
            Reach::Address => {
                let url = address::judge(request.call.params.get("url").and_then(|url| url.as_str()))?;
                let place = Origin::of(&url).map_or(Place::Blank, Place::Site);
                Ok(Self { address: Some(url), ..Self::at(place) })
            }
            Reach::Endpoint => {
                Place::reported(target.mcp_origin.as_deref().unwrap_or_default()).map(Self::at)
            }
            Reach::Tab | Reach::Page | Reach::Batch => {
                let tab = Place::reported(target.tab_origin.as_deref().unwrap_or_default())?;
                let mut aim = Self::at(tab);
                if let Some(frame) = &target.frame_origin {
                    let frame = Place::reported(frame)?;
                    aim.is_framed = !aim.places.contains(&frame) || frame == Place::Opaque;
                    aim.places.extend(aim.is_framed.then_some(frame));
                }
                if let Some(form) = &target.form_origin {
                    let form = Place::reported(form)?;
                    if !aim.places.contains(&form) {
                        aim.places.push(form);
                    }
                }
                Ok(aim)
            }
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Site(origin) => origin.fmt(f),
            Self::Opaque => f.write_str("null"),
            Self::Blank => f.write_str("about:blank"),
            Self::Browser => f.write_str("browser"),
        }
    }
}

impl TryFrom<String> for Place {
    type Error = Unreadable;
    fn try_from(text: String) -> Result<Self, Unreadable> {
        match text.as_str() {
            "null" => Ok(Self::Opaque),
            "about:blank" => Ok(Self::Blank),
            "browser" => Ok(Self::Browser),
            origin => Origin::parse(origin).map(Self::Site).ok_or_else(|| Unreadable::Place(text.clone())),
        }
    }
}

impl From<Place> for String {
    fn from(place: Place) -> Self {
        place.to_string()
    }
}
