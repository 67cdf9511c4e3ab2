//! Files that messages bring along: how the model is shown them, and what becomes of them when room runs out.

use crate::crash::Script;
use crate::stage::{refused, settled};
use fairlead_protocol::attachment::{Attachment, Kept};
use fairlead_protocol::caps;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::context::Carry;
use fairlead_protocol::ids::{AttachmentId, ThreadId};
use fairlead_protocol::item::ItemBody;
use fairlead_protocol::refusal::RefusalCode;
use fairlead_sim::browser::SHOP;
use fairlead_sim::model::{Asked, Say};
use fairlead_sim::{PanelId, Person, World};
use fairlead_store::{Batch, RowKey, Store};
use futures::FutureExt;
use serde::Deserialize;
use serde_json::json;

/// `Aurora`, in base64.
pub(crate) const AURORA: &str = "QXVyb3Jh";

fn world() -> World {
    World::of(|asked| Say::text(format!("{} messages", asked.messages.len())))
}

fn last_request(world: &World) -> String {
    serde_json::to_string(&world.model.requests().last().unwrap().messages).unwrap()
}

/// As if its content were so large. Only its size counts for the room that is left.
pub(crate) fn grown(world: &mut World, id: &str, bytes: u64) {
    let row = world.rows.snapshot().remove(&RowKey::Attachment(AttachmentId::new(id))).unwrap();
    let attachment = Attachment::deserialize(row).unwrap();
    world.rows.commit(Batch::new().put(Attachment { bytes, ..attachment })).now_or_never().unwrap().unwrap();
    world.crash();
}

fn kept(world: &World, panel: PanelId) -> Vec<Kept> {
    let items = world.view(panel).items;
    let files = items.iter().filter_map(|item| match &item.body {
        ItemBody::UserMessage { attachments, .. } => Some(attachments.iter().map(|file| file.kept)),
        ItemBody::AssistantMessage { .. } | ItemBody::ToolCall { .. } | ItemBody::Notice { .. } => None,
    });
    files.flatten().collect()
}

#[test]
fn a_file_is_shown_to_the_model_in_every_request_behind_its_message() {
    let mut world = world();
    let panel = world.open("t1");
    world.attach(panel, "file1", "notes.txt", AURORA);
    world.submit_with(panel, "What does it say?", &["file1"]);
    settled(&mut world);
    assert!(last_request(&world).contains("Aurora"));
    world.submit(panel, "And now?");
    settled(&mut world);
    assert!(last_request(&world).contains("Aurora"));
    let (thread, attachment) = (world.thread_of(panel), AttachmentId::new("file1"));
    let sent = world.send(panel, CommandBody::AttachmentsRemove { thread, attachment });
    settled(&mut world);
    assert_eq!(refused(&world, panel, &sent), RefusalCode::UnusableAttachment);
}

/// One pixel.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

#[test]
fn a_picture_that_a_model_sends_is_a_file_of_its_chat_goes_with_a_copy_and_with_its_turn() {
    let mut world = World::of(|_| Say::text("Here it is:").picturing(PNG));
    let panel = world.open("t1");
    world.submit(panel, "Draw a dot");
    settled(&mut world);
    let rows = world.rows.snapshot();
    let drawn = sent(&world, panel);
    let [(id, Kept::Whole)] = drawn.as_slice() else { panic!("{drawn:?}") };
    let held = |key| rows.get(&key).map(ToString::to_string).unwrap_or_default();
    assert!(held(RowKey::Blob(id.clone())).contains(PNG));
    assert!(held(RowKey::Attachment(id.clone())).contains("\"image/png\""));
    let text = |world: &World| world.view(panel).answer();
    assert_eq!(text(&world).trim_end(), "Here it is:\n\n[picture]");
    world.crash();
    world.submit(panel, "Once more");
    settled(&mut world);
    assert!(!last_request(&world).contains(PNG), "no wire takes a picture back in a reply");
    let [first, second] = sent_ids(&world, panel).try_into().unwrap();

    let at_node = world.view(panel).items.last().unwrap().id.clone();
    let into = ThreadId::new("t2");
    let copied =
        CommandBody::ThreadFork { thread: world.thread_of(panel), at_node, into, carry: Carry::Whole };
    world.send(panel, copied);
    settled(&mut world);
    let copy = world.look_at("t2");
    settled(&mut world);
    assert_eq!(
        sent(&world, copy).iter().filter(|(id, kept)| *kept == Kept::Whole && *id != first).count(),
        2
    );

    let (thread, turn) = (world.thread_of(panel), world.turn(panel).unwrap());
    world.send(panel, CommandBody::TurnDelete { thread, turn });
    settled(&mut world);
    assert_eq!(sent_ids(&world, panel), [first]);
    assert!(!world.rows.snapshot().contains_key(&RowKey::Blob(second)));
}

fn sent(world: &World, panel: PanelId) -> Vec<(AttachmentId, Kept)> {
    let items = world.view(panel).items;
    let pictures = items.iter().filter_map(|item| match &item.body {
        ItemBody::AssistantMessage { pictures, .. } => Some(pictures),
        ItemBody::UserMessage { .. } | ItemBody::ToolCall { .. } | ItemBody::Notice { .. } => None,
    });
    pictures.flatten().map(|picture| (picture.link.id.clone(), picture.kept)).collect()
}

fn sent_ids(world: &World, panel: PanelId) -> Vec<AttachmentId> {
    sent(world, panel).into_iter().map(|(id, _)| id).collect()
}

#[test]
fn the_oldest_file_of_another_thread_gives_way_and_its_message_says_so() {
    let mut world = world();
    let there = world.open("t2");
    world.attach(there, "old", "notes.txt", AURORA);
    world.submit_with(there, "What does it say?", &["old"]);
    settled(&mut world);
    grown(&mut world, "old", caps::ATTACHMENTS_BYTES - 10);
    let panel = world.open("t1");
    world.attach(panel, "new", "more.txt", "Qm9yZWFsaXM=");
    settled(&mut world);
    assert_eq!(kept(&world, there), [Kept::Whole], "there is room for nine bytes");
    world.attach(panel, "newer", "more.txt", "Qm9yZWFsaXM=");
    settled(&mut world);
    assert_eq!(kept(&world, there), [Kept::Evicted]);
    world.submit(there, "And now?");
    settled(&mut world);
    let asked = last_request(&world);
    assert!(!asked.contains("Aurora") && asked.contains("no longer kept"));
}

#[test]
fn a_file_that_gave_way_is_not_sent_with_another_message() {
    let mut world = world();
    let there = world.open("t2");
    world.attach(there, "old", "notes.txt", AURORA);
    settled(&mut world);
    grown(&mut world, "old", caps::ATTACHMENTS_BYTES);
    let panel = world.open("t1");
    world.attach(panel, "new", "more.txt", AURORA);
    settled(&mut world);
    let sent = world.submit_with(there, "What does it say?", &["old"]);
    settled(&mut world);
    assert_eq!(refused(&world, there, &sent), RefusalCode::UnusableAttachment);
}

/// Writes a file, looks at the tabs, and writes another one.
fn clerk(asked: &Asked) -> Say {
    let file = |name: &str| Say::call("artifact", &json!({"name": name, "content": "Aurora\n"}));
    match asked.steps().len() {
        0 => file("first.txt"),
        1 => Say::call("tabs_list", &json!({})),
        2 => file("second.txt"),
        _ => Say::text("That is all."),
    }
}

const CLERK: Script = Script {
    brain: clerk,
    person: Person::attentive,
    play: |world, panel| {
        world.submit(panel, "Write two files");
    },
};

/// The invariants hold the file against the result that names it, commit by commit.
#[test]
fn a_file_that_a_model_writes_survives_a_crash_at_each_point() {
    assert!(CLERK.everywhere() >= 12);
}

/// Fetches the list of prices until it has it, and puts it into a file.
fn lister(asked: &Asked) -> Say {
    let told = asked.steps().last().map(|step| step.result.clone()).unwrap_or_default();
    if told.contains("was created") {
        Say::text("That is all.")
    } else if told.contains("Borealis: $129.00") {
        Say::call("artifact", &json!({"name": "prices.txt", "content": "Borealis: $129.00\n"}))
    } else {
        Say::call("fetch_url", &json!({ "url": format!("{SHOP}/prices.txt") }))
    }
}

const LISTER: Script = Script {
    brain: lister,
    person: Person::attentive,
    play: |world, panel| {
        world.web.borrow_mut().locked.insert(SHOP.to_owned());
        world.submit(panel, "Write the prices into a file");
    },
};

/// Chrome's own prompt is answered on the way.
#[test]
fn what_is_fetched_survives_a_crash_at_each_point() {
    assert!(LISTER.everywhere() >= 12);
}

/// Downloads a file, and says so once it is whole; looks before it begins again.
fn loader(asked: &Asked) -> Say {
    let told = asked.steps().last().map(|step| step.result.clone()).unwrap_or_default();
    if told.contains("is complete") {
        Say::text("The file prices.pdf is downloaded.")
    } else if told.is_empty() || told.contains("no such download") {
        Say::call("download", &json!({ "url": format!("{SHOP}/prices.pdf") }))
    } else {
        Say::call("wait_for_download", &json!({}))
    }
}

const LOADER: Script = Script {
    brain: loader,
    person: Person::attentive,
    play: |world, panel| {
        world.submit(panel, "Download the price list");
    },
};

/// The browser began it once, whatever was lost: the invariants count what changed the world.
#[test]
fn a_download_begins_once_and_is_looked_for_after_a_crash() {
    assert!(LOADER.everywhere() >= 10);
}
