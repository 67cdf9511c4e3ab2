//! Tabs that were opened for children. From its first moment such a tab bears its child's name: in its address, and before it goes
//! anywhere in the session's storage, which lives as long as tab ids do. So whenever the worker dies, the next one knows whose it is.

use crate::chrome;
use crate::json::{from_js, to_js};
use crate::navigation::Journey;
use crate::tabs::{Tab, all, internal, tab};
use fairlead_protocol::from_json::FromJson;
use fairlead_protocol::ids::{TabId, ThreadId};
use fairlead_protocol::json::object;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use fairlead_runtime::ports::{LentTab, LentTabs};
use futures::channel::oneshot;
use futures::future::LocalBoxFuture;
use serde_json::{Map, Value};
use wasm_bindgen_futures::spawn_local;

const MARK: &str = "about:blank#lent-";
/// Of one tab as Chrome answers with it, and of all notes.
const BYTES: usize = 1_000_000;
/// `tabs.TabStatus`.
const COMPLETE: &str = "complete";
/// An empty page takes no time to speak of; whatever holds it up, the tab is sent on then.
const BEGINNING_MS: u64 = 2_000;

#[derive(FromJson)]
struct Note {
    child: ThreadId,
    /// When it was last in front, as Chrome said as it was opened: there it has never been since while Chrome says the same.
    #[serde(default)]
    last_accessed: Option<Value>,
}

pub(crate) struct ChromeTabs;

impl LentTabs for ChromeTabs {
    fn all(&self) -> LocalBoxFuture<'static, Vec<LentTab>> {
        // Without the list nothing is closed, and the next one to ask may have it.
        Box::pin(async { lent().await.unwrap_or_default() })
    }

    fn close(&self, tab: TabId) -> LocalBoxFuture<'static, ()> {
        Box::pin(async move {
            let is_lent = lent().await.is_ok_and(|lent| lent.iter().any(|lent| lent.tab == tab));
            // Chrome closes none while the person drags one.
            if is_lent && chrome::tabs_remove(tab.0).await.is_ok() {
                let _ = chrome::session_remove(&key(tab)).await;
            }
        })
    }
}

/// An empty tab behind the others. Whoever is stopped meanwhile leaves none behind.
pub(crate) async fn open(child: ThreadId) -> Result<TabId, ToolFailure> {
    let (tell, told) = oneshot::channel();
    spawn_local(async move {
        if let Err(Ok(tab)) = tell.send(make(child).await) {
            ChromeTabs.close(tab).await;
        }
    });
    told.await.unwrap_or_else(|_| Err(unopened()))
}

async fn make(child: ThreadId) -> Result<TabId, ToolFailure> {
    let empty = object([("active", false.into()), ("url", format!("{MARK}{child}").into())]);
    let made = chrome::tabs_create(&to_js(&empty)).await.map_err(|error| internal(&error))?;
    let made: Tab = from_js(&made, BYTES).ok_or_else(unopened)?;
    let id = made.id.map(TabId).ok_or_else(unopened)?;
    let note = object([("child", child.0.into()), ("last_accessed", made.last_accessed.into())]);
    chrome::session_set(&to_js(&object([(&key(id), note)]))).await.map_err(|error| internal(&error))?;
    begun(id).await;
    Ok(id)
}

/// A tab is there before its first page is. Sent on before, it would show neither that page nor where it goes, and not be found.
async fn begun(id: TabId) {
    let beginning = Journey::of_beginning(id);
    if tab(id).await.is_ok_and(|tab| tab.status.as_deref() != Some(COMPLETE)) {
        beginning.end(BEGINNING_MS).await;
    }
}

async fn lent() -> Result<Vec<LentTab>, ToolFailure> {
    let tabs = all().await?;
    let keys: Vec<String> = tabs.iter().filter_map(|tab| Some(key(TabId(tab.id?)))).collect();
    let notes = chrome::session_get(&to_js(&keys)).await.map_err(|error| internal(&error))?;
    let notes: Map<String, Value> = from_js(&notes, BYTES).unwrap_or_default();
    let lent = |tab: &Tab| {
        let id = TabId(tab.id?);
        let child = match notes.get(&key(id)) {
            Some(note) => {
                Note::from_json(&mut note.clone()).ok().filter(|note| is_untouched(tab, note))?.child
            }
            None => ThreadId(tab.address().strip_prefix(MARK)?.to_owned()),
        };
        (!is_kept(tab)).then_some(LentTab { tab: id, child })
    };
    Ok(tabs.iter().filter_map(lent).collect())
}

fn is_untouched(tab: &Tab, note: &Note) -> bool {
    note.last_accessed == tab.last_accessed
}

/// The person looks at it, or has put it somewhere.
fn is_kept(tab: &Tab) -> bool {
    tab.active || tab.pinned || tab.group().is_some()
}

fn key(tab: TabId) -> String {
    format!("lent:{tab}")
}

pub(crate) fn unopened() -> ToolFailure {
    ToolFailure::new(ToolErrorCode::Internal, "the browser opened no tab", "Try once more, or use navigate.")
}
