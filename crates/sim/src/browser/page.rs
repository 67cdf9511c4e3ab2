//! What stands on a page: text for reading, elements for acting.

use fairlead_protocol::ids::ElementRef;
use fairlead_protocol::page::ElementPrint;

/// An element that can be named by a ref.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// Its number in the document.
    pub number: u32,
    pub role: &'static str,
    pub name: String,
    pub press: Press,
}

/// What a click on it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    Buy {
        item: String,
    },
    /// A dialog lies above it.
    Covered,
    Follow {
        url: String,
    },
    Nothing,
}

impl Element {
    pub fn print(&self) -> ElementPrint {
        ElementPrint {
            role: self.role.to_owned(),
            name: self.name.clone(),
            tag: match self.role {
                "link" => "a",
                "textbox" => "input",
                _ => "button",
            }
            .to_owned(),
            destination: match &self.press {
                Press::Follow { url } => url.clone(),
                Press::Buy { .. } | Press::Covered | Press::Nothing => String::new(),
            },
            ..ElementPrint::default()
        }
    }

    pub fn line(&self, document: u32) -> String {
        format!("- {} \"{}\" [ref={}]", self.role, self.name, reference(document, self.number))
    }
}

/// A ref names its document, so that one of an older document names nothing.
pub(crate) fn reference(document: u32, number: u32) -> ElementRef {
    ElementRef(format!("s{document}_{number}"))
}
