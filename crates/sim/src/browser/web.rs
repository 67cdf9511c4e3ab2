//! Tabs and what is in them. It outlives every life of the engine.

use super::deep::Debugging;
use super::moves::no_page;
use super::page::{Element, Press, reference};
use fairlead_protocol::approval::BrowserPermission;
use fairlead_protocol::ids::{DocumentId, ElementRef, TabId, ThreadId, TurnId};
use fairlead_protocol::page::{Binding, TabRef};
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use std::collections::{BTreeMap, BTreeSet};

pub const SHOP: &str = "https://shop.example";
pub const SHOP_TAB: TabId = TabId(7);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tab {
    pub url: String,
    /// Counts up with every document of the browser.
    pub document: u32,
    /// Addresses that it showed before, and those that it came back from: the nearest last.
    behind: Vec<String>,
    ahead: Vec<String>,
}

/// Something that was done to the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The order that did it.
    pub order: String,
    pub what: String,
}

#[derive(Clone, Debug)]
pub struct Web {
    pub tabs: BTreeMap<TabId, Tab>,
    /// Item and price, in cents.
    pub shelf: BTreeMap<String, u64>,
    pub cart: Vec<String>,
    /// Words before every button's name: changing them changes what the person was asked about.
    pub wording: String,
    /// Origins that the extension has no permission for.
    pub locked: BTreeSet<String>,
    /// What the person has not let the extension use of the browser.
    pub withheld: Vec<BrowserPermission>,
    pub effects: Vec<Effect>,
    /// Reads that were carried out.
    pub reads: usize,
    /// How long every look takes, on top of its usual time.
    pub look_ms: u64,
    /// How long every call takes on its way back, on top of its usual time.
    pub act_ms: u64,
    /// Answers of calls that are lost on their way: the port gives up after its time.
    pub lost_answers: u32,
    pub debugging: Debugging,
    /// Tabs that are attached, and the Thread whose Turn holds each.
    pub debugged: BTreeMap<TabId, ThreadId>,
    /// Turns whose tabs show that they are acted on, by their Threads.
    pub held: BTreeMap<ThreadId, TurnId>,
    /// Calls under way that change something in a tab.
    pub(crate) writes: BTreeMap<TabId, usize>,
    /// Looks that are under way.
    pub looks: u32,
    /// Looks at pages that are waited for.
    pub glances: u32,
    /// What stands above everything on a page that is read for the n-th time, from 1.
    pub text: fn(usize) -> String,
    /// Tabs that were opened for children and that the person has not looked at.
    pub lent: BTreeMap<TabId, ThreadId>,
    documents: u32,
    /// The newest tab's number: none comes twice.
    newest: i32,
}

impl Default for Web {
    fn default() -> Self {
        let shelf = [("Aurora", 4_990), ("Borealis", 12_900), ("Cirrus", 8_450)];
        let mut web = Self {
            tabs: BTreeMap::new(),
            shelf: shelf.into_iter().map(|(item, price)| (item.to_owned(), price)).collect(),
            cart: Vec::new(),
            wording: "Add".to_owned(),
            locked: BTreeSet::new(),
            withheld: Vec::new(),
            effects: Vec::new(),
            reads: 0,
            look_ms: 0,
            act_ms: 0,
            lost_answers: 0,
            debugging: Debugging::default(),
            debugged: BTreeMap::new(),
            held: BTreeMap::new(),
            writes: BTreeMap::new(),
            looks: 0,
            glances: 0,
            text: |_| String::new(),
            lent: BTreeMap::new(),
            documents: 0,
            newest: 0,
        };
        web.go(SHOP_TAB, &format!("{SHOP}/headphones"));
        web
    }
}

impl Web {
    /// A new document in the tab; the tab is opened if there is none.
    pub fn go(&mut self, tab: TabId, url: &str) {
        self.documents += 1;
        self.newest = self.newest.max(tab.0);
        let mut behind = Vec::new();
        if let Some(before) = self.tabs.remove(&tab) {
            behind = before.behind;
            behind.push(before.url);
        }
        let shown = Tab { url: url.to_owned(), document: self.documents, behind, ahead: Vec::new() };
        self.tabs.insert(tab, shown);
    }

    /// The same address, a new document: every ref is stale.
    pub fn reload(&mut self, tab: TabId) {
        self.documents += 1;
        if let Some(tab) = self.tabs.get_mut(&tab) {
            tab.document = self.documents;
        }
    }

    pub(super) fn go_back(&mut self, tab: TabId) -> Result<(), ToolFailure> {
        self.turn(tab, |tab| (&mut tab.behind, &mut tab.ahead)).ok_or_else(|| no_page("behind"))
    }

    pub(super) fn go_forward(&mut self, tab: TabId) -> Result<(), ToolFailure> {
        self.turn(tab, |tab| (&mut tab.ahead, &mut tab.behind)).ok_or_else(|| no_page("ahead"))
    }

    /// Takes the nearest address of the first trail; the one that is left joins the other.
    fn turn(
        &mut self,
        tab: TabId,
        trails: fn(&mut Tab) -> (&mut Vec<String>, &mut Vec<String>),
    ) -> Option<()> {
        let tab = self.tabs.get_mut(&tab)?;
        let url = trails(tab).0.pop()?;
        let left = std::mem::replace(&mut tab.url, url);
        trails(tab).1.push(left);
        self.documents += 1;
        tab.document = self.documents;
        Some(())
    }

    /// In a tab of its own.
    pub(crate) fn open(&mut self, url: &str) -> TabId {
        let tab = TabId(self.newest + 1);
        self.go(tab, url);
        tab
    }

    pub fn close(&mut self, tab: TabId) {
        self.tabs.remove(&tab);
        self.lent.remove(&tab);
    }

    /// A tab that was opened for the child, if one is left.
    pub fn lent_to(&self, child: &ThreadId) -> Option<TabId> {
        self.lent.iter().find(|(_, lent)| *lent == child).map(|(tab, _)| *tab)
    }

    /// The person goes to the tab, and from then on it is theirs.
    pub fn look_at(&mut self, tab: TabId) {
        self.lent.remove(&tab);
    }

    pub fn tab(&self, id: TabId) -> Result<(TabRef, &Tab), ToolFailure> {
        let gone = || ToolFailure::new(ToolErrorCode::TabGone, "the tab is closed", "Call tabs_list.");
        let tab = self.tabs.get(&id).ok_or_else(gone)?;
        let title = if is_shop(&tab.url) { "Hearth and Sound" } else { "Elsewhere" };
        Ok((TabRef { id, url: tab.url.clone(), title: title.to_owned() }, tab))
    }

    /// What a script in the page would say of itself and of an element.
    pub fn describe(
        &self,
        id: TabId,
        element: Option<&ElementRef>,
    ) -> Result<(TabRef, Binding), ToolFailure> {
        let (shown, tab) = self.tab(id)?;
        let element = match element {
            Some(element) => Some(self.element(tab, element)?.print()),
            None => None,
        };
        let binding = Binding {
            document: DocumentId(format!("d{}", tab.document)),
            origin: origin(&tab.url),
            frame: None,
            element,
            others: Vec::new(),
        };
        Ok((shown, binding))
    }

    pub fn element(&self, tab: &Tab, named: &ElementRef) -> Result<Element, ToolFailure> {
        self.elements(tab)
            .into_iter()
            .find(|element| reference(tab.document, element.number) == *named)
            .ok_or_else(|| {
                let message = format!("{named} names nothing in this document");
                ToolFailure::new(ToolErrorCode::StaleRef, message, "Read the page again.")
            })
    }

    pub fn elements(&self, tab: &Tab) -> Vec<Element> {
        let element = |number, role, name: String, press| Element { number, role, name, press };
        if !is_shop(&tab.url) {
            let back = Press::Follow { url: format!("{SHOP}/headphones") };
            return vec![element(1, "link", "Back to the shop".to_owned(), back)];
        }
        let mut elements: Vec<Element> = (1..)
            .zip(&self.shelf)
            .map(|(number, (item, cents))| {
                let name = format!("{} {item} to cart, {}", self.wording, price(*cents));
                element(number, "button", name, Press::Buy { item: item.clone() })
            })
            .collect();
        elements.push(element(50, "textbox", "Search".to_owned(), Press::Nothing));
        elements.push(element(66, "button", "Subscribe".to_owned(), Press::Covered));
        let terms = Press::Follow { url: format!("{SHOP}/terms") };
        elements.push(element(90, "link", "Terms".to_owned(), terms));
        elements
    }

    /// What lies behind an address, without a tab: at the shop a list of prices, elsewhere nothing.
    pub(crate) fn fetched(&self, url: &str) -> Result<String, ToolFailure> {
        if !is_shop(url) {
            let message = "the server answered 404: nothing is here";
            return Err(ToolFailure::new(ToolErrorCode::NotFound, message, "Check the address."));
        }
        let lines: Vec<String> =
            self.shelf.iter().map(|(item, cents)| format!("{item}: {}", price(*cents))).collect();
        Ok(format!("{url} · text/plain\n{}", lines.join("\n")))
    }

    /// The page as `read_page` writes it.
    pub fn snapshot(&self, tab: &Tab) -> String {
        let mut lines = vec![format!("- heading \"{}\" [level=1]", tab.url)];
        lines.extend(self.elements(tab).iter().map(|element| element.line(tab.document)));
        if is_shop(&tab.url) {
            lines.push(format!("- status \"{}\"", self.cart_line()));
        }
        lines.insert(0, (self.text)(self.reads));
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }

    pub fn cart_line(&self) -> String {
        let items: Vec<String> = self
            .cart
            .iter()
            .map(|item| format!("{item}, {}", price(self.shelf.get(item).copied().unwrap_or_default())))
            .collect();
        if items.is_empty() { "The cart is empty".to_owned() } else { format!("Cart: {}", items.join("; ")) }
    }

    pub(crate) fn change(&mut self, order: &str, what: String) {
        self.effects.push(Effect { order: order.to_owned(), what });
    }
}

pub(crate) fn origin(url: &str) -> String {
    url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/")
}

/// Where no script may go.
pub(crate) fn is_restricted(url: &str) -> bool {
    !url.starts_with("https://") && !url.starts_with("http://")
}

fn is_shop(url: &str) -> bool {
    url.starts_with(SHOP)
}

fn price(cents: u64) -> String {
    format!("${}.{:02}", cents / 100, cents % 100)
}
