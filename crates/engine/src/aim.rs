//! Where a call would act, as the browser shows it at this moment.

use crate::probe::Sight;
use fairlead_protocol::approval::BrowserPermission;
use fairlead_protocol::page::{Binding, TabRef};
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use fairlead_tools::{Reach, Tool};

#[derive(Clone, Default)]
pub(crate) struct Aim {
    pub(crate) tab: Option<TabRef>,
    pub(crate) origin: Option<String>,
    pub(crate) binding: Option<Binding>,
    pub(crate) lock: Option<Lock>,
}

/// What Chrome has not let the extension do, or not any more.
#[derive(Clone)]
pub(crate) enum Lock {
    /// To reach this site: its match pattern.
    Site { pattern: String },
    /// To use this part of the browser.
    Browser(BrowserPermission),
}

impl Aim {
    pub(crate) fn taken(tool: &Tool, sight: Option<&Sight>) -> Result<Self, ToolFailure> {
        match (tool.reach(), sight) {
            (_, Some(Sight::Failed { failure })) => Err(failure.clone()),
            // Which tab it is goes on the card; nothing is done there that a site could be judged for.
            (Reach::Handover { .. }, Some(Sight::Tab { tab, .. })) => {
                Ok(Self { tab: Some(tab.clone()), ..Self::default() })
            }
            (_, Some(Sight::Permitted)) => Ok(Self::default()),
            (_, Some(Sight::NotPermitted { permission })) => {
                Ok(Self { lock: Some(Lock::Browser(*permission)), ..Self::default() })
            }
            (Reach::Nobody | Reach::Browser, _) | (Reach::Address { .. } | Reach::Handover { .. }, None) => {
                Ok(Self::default())
            }
            (_, Some(Sight::Tab { tab, origin })) => {
                // A browser page has none.
                let origin = Some(origin.clone()).filter(|origin| !origin.is_empty());
                Ok(Self { tab: Some(tab.clone()), origin, ..Self::default() })
            }
            (_, Some(Sight::Page { tab, binding })) => Ok(Self {
                tab: Some(tab.clone()),
                origin: Some(binding.origin.clone()),
                binding: Some(binding.clone()),
                lock: None,
            }),
            // The place is that of the address, and none of a tab, which would excuse it.
            (_, Some(Sight::Barred { pattern })) => {
                Ok(Self { lock: Some(Lock::Site { pattern: pattern.clone() }), ..Self::default() })
            }
            (_, Some(Sight::NoAccess { tab, origin, pattern })) => Ok(Self {
                tab: Some(tab.clone()),
                origin: Some(origin.clone()),
                binding: None,
                lock: Some(Lock::Site { pattern: pattern.clone() }),
            }),
            (Reach::Tab { .. } | Reach::Page { .. } | Reach::Spot { .. }, None) => Err(ToolFailure::new(
                ToolErrorCode::TabGone,
                "no tab belongs to this conversation",
                "Call tabs_list and pass a tab_id, or open an address with tab_open.",
            )),
        }
    }
}
