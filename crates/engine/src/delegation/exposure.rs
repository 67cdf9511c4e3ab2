//! What a conversation and its children owe each other's gatekeeper. At its birth a child is told what its caller has been near,
//! and which origins the person brought in; with its answer the caller takes over what the child has been near. What makes
//! judgements milder is not brought back: the person's word to a child is for that child.

use crate::apply::remember;
use fairlead_protocol::delegation::Exposure;
use fairlead_protocol::thread::Thread;

/// Every field is named, so that whoever adds one says whether it belongs here.
pub(crate) fn of(thread: &Thread) -> Exposure {
    let Thread {
        touched_origins,
        // Milder, and not brought back.
        user_origins: _,
        grants: _,
        // Nothing that a judgement knows.
        id: _,
        title: _,
        leaf: _,
        seq: _,
        revision: _,
        stats: _,
        gauges: _,
        parent: _,
        delegated: _,
        pinned: _,
        archived: _,
        titling: _,
        queue: _,
        activity: _,
        created_at: _,
        updated_at: _,
    } = thread;
    Exposure { touched_origins: touched_origins.clone() }
}

/// The Thread has been near all of it from here on.
pub(crate) fn take_over(thread: &mut Thread, met: &Exposure) {
    let Exposure { touched_origins } = met;
    for origin in touched_origins {
        remember(&mut thread.touched_origins, origin);
    }
}
