//! Tabs that were opened for children, as the browser remembers them: until they are closed, the person looks at them, or the
//! browser ends.

use super::port::BrowserPort;
use crate::invariants;
use fairlead_engine::delegation::has_work;
use fairlead_protocol::ids::TabId;
use fairlead_runtime::ports::{LentTab, LentTabs};
use futures::future::LocalBoxFuture;

impl LentTabs for BrowserPort {
    fn all(&self) -> LocalBoxFuture<'static, Vec<LentTab>> {
        let port = self.clone();
        Box::pin(async move {
            port.wait(port.pace.look_ms).await;
            let web = port.web.borrow();
            web.lent.iter().map(|(tab, child)| LentTab { tab: *tab, child: child.clone() }).collect()
        })
    }

    fn close(&self, tab: TabId) -> LocalBoxFuture<'static, ()> {
        let port = self.clone();
        Box::pin(async move {
            port.wait(port.pace.look_ms).await;
            let Some(child) = port.web.borrow().lent.get(&tab).cloned() else { return };
            if invariants::stored(&port.rows, &child).as_ref().is_some_and(has_work) {
                port.violations.add(format!("tab {tab} is closed while {child} works"));
            }
            port.web.borrow_mut().close(tab);
        })
    }
}
