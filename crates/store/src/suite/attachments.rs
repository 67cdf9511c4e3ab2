//! Attachments and what they are made of: two rows that are written together and read apart.

use super::rows::{attachment, blob, node, thread};
use super::{Factory, Fault};
use crate::batch::{Batch, Delete};
use crate::error::StoreError;
use crate::row::RowKey;
use fairlead_protocol::attachment::{Attachment, Blob, Kept};
use fairlead_protocol::caps::ATTACHMENT_BYTES;
use fairlead_protocol::ids::{AttachmentId, Revision, ThreadId};

pub async fn attachments_come_oldest_first(factory: &dyn Factory) {
    let store = factory.open("attachments").await.unwrap();
    // Ids sort as text: `a-f10` before `a-f9`. Two are of one time.
    let twin = Attachment { id: AttachmentId::new("a-e"), ..attachment("a", 10) };
    let batch = Batch::new()
        .put(thread("a", 1))
        .put(attachment("a", 10))
        .put(attachment("a", 9))
        .put(twin.clone())
        .put(attachment("b", 8))
        .put(attachment("b", 11));
    store.commit(batch).await.unwrap();

    let of_a = [attachment("a", 9), twin, attachment("a", 10)];
    let stored = store.thread(&ThreadId::new("a")).await.unwrap().unwrap();
    assert_eq!(stored.attachments, of_a);
    let [nine, twin, ten] = of_a;
    let all = [attachment("b", 8), nine, twin, ten, attachment("b", 11)];
    assert_eq!(store.attachments().await.unwrap().rows, all);
}

pub async fn an_attachment_and_its_content_are_stored_as_one(factory: &dyn Factory) {
    let name = "as-one";
    let store = factory.open(name).await.unwrap();
    store.commit(Batch::new().put(thread("a", 1))).await.unwrap();
    let added = |revision| {
        Batch::new()
            .expecting(ThreadId::new("a"), Revision(revision))
            .put(attachment("a", 1))
            .put(blob("a", 1))
            .put(thread("a", 2))
    };

    for fault in [Fault::Abort, Fault::Quota] {
        factory.fail_next(name, fault);
        store.commit(added(1)).await.unwrap_err();
    }
    let refused = store.commit(added(7)).await.unwrap_err();
    assert!(matches!(refused, StoreError::Conflict { .. }), "{refused:?}");
    assert_eq!(store.attachments().await, Ok(Default::default()));
    assert_eq!(store.blob(&AttachmentId::new("a-f1")).await, Ok(None));

    store.commit(added(1)).await.unwrap();
    assert_eq!(store.attachments().await.unwrap().rows, [attachment("a", 1)]);
    assert_eq!(store.blob(&AttachmentId::new("a-f1")).await, Ok(Some(blob("a", 1))));
}

pub async fn content_is_given_up_while_its_attachment_stays(factory: &dyn Factory) {
    let store = factory.open("evicted").await.unwrap();
    let batch = (1..=2).fold(Batch::new().put(thread("a", 1)), |batch, number| {
        batch.put(attachment("a", number)).put(blob("a", number))
    });
    store.commit(batch).await.unwrap();

    let evicted = Attachment { kept: Kept::Evicted, ..attachment("a", 1) };
    let content = RowKey::Blob(evicted.id.clone());
    store.commit(Batch::new().put(evicted.clone()).delete(Delete::Row(content))).await.unwrap();

    assert_eq!(store.blob(&evicted.id).await, Ok(None));
    assert_eq!(store.blob(&AttachmentId::new("a-f2")).await, Ok(Some(blob("a", 2))));
    let all = [evicted, attachment("a", 2)];
    assert_eq!(store.attachments().await.unwrap().rows, all);
    assert_eq!(store.thread(&ThreadId::new("a")).await.unwrap().unwrap().attachments, all);
}

pub async fn the_largest_content_is_kept_as_it_was(factory: &dyn Factory) {
    let store = factory.open("largest").await.unwrap();
    let largest = content(ATTACHMENT_BYTES.div_ceil(3) * 4);
    let batch = Batch::new().put(thread("a", 1)).put(node("a", 1)).put(attachment("a", 1));
    store.commit(batch.put(largest.clone())).await.unwrap();
    let stored = store.blob(&largest.id).await.unwrap().unwrap();
    // Compared without `assert_eq`, which would print both.
    assert!(stored == largest, "{} of {} characters", stored.data.len(), largest.data.len());
}

/// So many characters of base64, of which no long stretch comes twice.
fn content(characters: usize) -> Blob {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut state = 1_u32;
    let data = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(ALPHABET[(state >> 26) as usize])
    });
    Blob { data: data.take(characters).collect(), ..blob("a", 1) }
}
