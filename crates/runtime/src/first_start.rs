//! What the first start writes: the person's settings as they are when nobody has said anything, and one rule. That settings are stored
//! tells a first start from all others, so a rule that the person deletes stays deleted.

use fairlead_protocol::ids::RuleId;
use fairlead_protocol::permission::{Rule, RuleSource, RuleVerdict};
use fairlead_protocol::settings::Settings;
use fairlead_store::{Batch, Store, StoreError};

/// Both in one commit: after a crash there is neither or both.
pub(crate) async fn first_start(store: &dyn Store) -> Result<Settings, StoreError> {
    let settings = Settings::default();
    store.commit(Batch::new().put(settings.clone()).put(no_scripts())).await?;
    Ok(settings)
}

fn no_scripts() -> Rule {
    Rule {
        id: RuleId::new("no_scripts"),
        tool: "run_javascript".to_owned(),
        origin: "*".to_owned(),
        verdict: RuleVerdict::Deny,
        source: RuleSource::PluginDefault,
    }
}
