//! Tabs of children are open as long as their child works: whenever one has ended or went with its Thread, and when the engine
//! starts, all that are lent are held against the rows. So a tab whose child ended as the worker died is closed by the next one.

use crate::delegates::stored;
use crate::ports::{LentTab, Ports};
use fairlead_engine::delegation::keeps_tabs;

/// Before rows that could not be read are read again.
const PAUSE_MS: u64 = 1_000;

/// Beside everything else. It may run any number of times, and twice at once.
pub(crate) fn tidy(ports: &Ports) {
    let ports = ports.clone();
    ports.spawner.clone().spawn(Box::pin(async move {
        for LentTab { tab, child } in ports.lent.all().await {
            let child = loop {
                match stored(ports.store.as_ref(), &child).await {
                    Ok(child) => break child,
                    Err(_) => ports.clock.sleep(PAUSE_MS).await,
                }
            };
            if !keeps_tabs(child.as_ref()) {
                ports.lent.close(tab).await;
            }
        }
    }));
}
