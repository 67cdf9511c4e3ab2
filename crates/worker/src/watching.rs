//! Looks at a page that is waited for. The script answers for the document that the look was judged on, and with none of its words.

use crate::chance::SystemChance;
use crate::page::{Silence, Whom, ask, inject};
use fairlead_engine::watch::Glance;
use fairlead_protocol::page::{PageOp, PageOutcome, PageRequest};
use fairlead_protocol::watch::Glimpse;
use fairlead_runtime::ports::{Chance, WatchPort};
use futures::future::LocalBoxFuture;

/// Beyond the patience of the page, for a large one and for the way there and back.
const MARGIN_MS: u64 = 10_000;

pub(crate) struct Watches;

impl WatchPort for Watches {
    fn watch(&self, glance: Glance, patience_ms: u64) -> LocalBoxFuture<'static, Glimpse> {
        Box::pin(async move {
            let Glance { tab, binding, condition, print } = glance;
            let time_ms = patience_ms + MARGIN_MS;
            let request = PageRequest {
                id: format!("watch:{}", SystemChance.seed()),
                binding: Some(binding),
                op: PageOp::Watch { condition, print, patience_ms },
                time_ms,
            };
            let mut asked = ask(tab, Whom::Page, &request, time_ms).await;
            if asked == Err(Silence::Unheard) && inject(tab).await.is_ok() {
                asked = ask(tab, Whom::Page, &request, time_ms).await;
            }
            match asked.map(|reply| reply.outcome) {
                Ok(PageOutcome::Watched { glimpse }) => glimpse,
                // It was replaced by another document, or is busy: the next look is judged anew.
                Ok(
                    PageOutcome::Done { .. }
                    | PageOutcome::Described { .. }
                    | PageOutcome::Located { .. }
                    | PageOutcome::Marked { .. }
                    | PageOutcome::Failed { .. },
                )
                | Err(_) => Glimpse::NotYet,
            }
        })
    }
}
