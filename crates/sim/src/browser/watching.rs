//! Looks at a page that is waited for. Like the script in a page it answers for the document that the look was judged on, and
//! says of it no more than whether the condition holds.

use super::port::BrowserPort;
use super::web::{Web, is_restricted};
use fairlead_engine::watch::Glance;
use fairlead_protocol::watch::{Glimpse, WatchCondition};
use fairlead_runtime::ports::{Clock, WatchPort};
use futures::future::LocalBoxFuture;

impl WatchPort for BrowserPort {
    fn watch(&self, glance: Glance, patience_ms: u64) -> LocalBoxFuture<'static, Glimpse> {
        let port = self.clone();
        Box::pin(async move {
            port.violations.glanced(&port.rows, &glance);
            port.wait(port.pace.look_ms).await;
            let first = port.glimpse(&glance);
            if first != Glimpse::NotYet {
                return first;
            }
            port.clock.sleep(patience_ms).await;
            port.life.go_on().await;
            port.glimpse(&glance)
        })
    }
}

impl BrowserPort {
    fn glimpse(&self, glance: &Glance) -> Glimpse {
        let mut web = self.web.borrow_mut();
        let Ok((_, binding)) = web.describe(glance.tab, None) else { return Glimpse::NotYet };
        if binding != glance.binding {
            return Glimpse::NotYet;
        }
        web.glances += 1;
        let glimpse = shown(&web, glance);
        if glimpse == Glimpse::Met {
            self.violations.showed(glance);
        }
        glimpse
    }
}

fn shown(web: &Web, glance: &Glance) -> Glimpse {
    let Ok((_, tab)) = web.tab(glance.tab) else { return Glimpse::NotYet };
    if is_restricted(&tab.url) {
        return Glimpse::NotYet;
    }
    let text = web.snapshot(tab);
    let holds = match (&glance.condition, &glance.print) {
        (WatchCondition::Text { text: wanted }, _) => text.contains(wanted),
        (WatchCondition::TextGone { text: wanted }, _) => !text.contains(wanted),
        (WatchCondition::Url { contains }, _) => tab.url.contains(contains),
        (WatchCondition::Changed, None) => return Glimpse::Began { print: print(&text) },
        (WatchCondition::Changed, Some(before)) => *before != print(&text),
    };
    if holds { Glimpse::Met } else { Glimpse::NotYet }
}

/// FNV-1a.
fn print(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:x}")
}
