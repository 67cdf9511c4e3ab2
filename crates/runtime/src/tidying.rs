//! Tabs of children are open as long as their child works: whenever one has ended or went with its Thread, and when the engine
//! starts, all that are lent are held against the rows. So a tab whose child ended as the worker died is closed by the next one.

use crate::delegates::stored_at_last;
use crate::ports::{LentTab, Ports};
use fairlead_engine::delegation::keeps_tabs;

/// Beside everything else. It may run any number of times, and twice at once.
pub(crate) fn tidy(ports: &Ports) {
    let ports = ports.clone();
    ports.spawner.clone().spawn(Box::pin(async move {
        for LentTab { tab, child } in ports.lent.all().await {
            let child = stored_at_last(ports.store.as_ref(), ports.clock.as_ref(), &child).await;
            if !keeps_tabs(child.as_ref()) {
                ports.lent.close(tab).await;
            }
        }
    }));
}
