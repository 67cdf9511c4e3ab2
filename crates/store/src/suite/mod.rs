//! The tests that every store has to pass, as plain async functions over a `Factory`. A backend's test file lists nothing
//! by itself: it hands `for_each_case!` a macro that makes one test of each name.
//!
//! Only tests name this module. It stops at the first thing that is not as it says.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod attachments;
mod bounds;
mod commits;
mod damage;
mod deletes;
mod exchanges;
mod lifetime;
mod reads;
mod rows;

use crate::error::StoreError;
use crate::exchange_log::ExchangeLog;
use crate::port::Store;
use crate::row::{Row, RowKey};
use futures::future::LocalBoxFuture;
use std::rc::Rc;

/// Makes databases of one backend. A database has a name and outlives the store that opened it.
pub trait Factory {
    /// The database of this name at the newest schema, new or as it was left. Dropping the store closes it.
    fn open<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Rc<dyn Store>, StoreError>>;

    /// The requests to models of the same database.
    fn open_log<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Rc<dyn ExchangeLog>, StoreError>>;

    /// Leaves a database as a release with that schema version would have, with these rows in it.
    fn write_at<'a>(
        &'a self,
        name: &'a str,
        version: u32,
        rows: Vec<Row>,
    ) -> LocalBoxFuture<'a, Result<(), StoreError>>;

    /// Overwrites one field of a stored row with text that means nothing.
    fn spoil<'a>(&'a self, name: &'a str, key: &'a RowKey, field: &'a str) -> LocalBoxFuture<'a, ()>;

    /// Takes a field, and what is in it, out of a stored row: as a release before that field would have written the row.
    fn forget<'a>(&'a self, name: &'a str, key: &'a RowKey, path: &'a [&'a str]) -> LocalBoxFuture<'a, ()>;

    /// How many rows the database of this name has handed out, to whichever store. Only the difference of two answers
    /// means something.
    fn rows_read(&self, name: &str) -> u64;

    /// Makes the next commit to this database meet a fault, after it has begun to write where the backend can.
    fn fail_next(&self, name: &str, fault: Fault);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The database takes the transaction back.
    Abort,
    /// There is no space for what the transaction wrote.
    Quota,
}

/// Calls a macro with the names of all cases, grouped by their module: `$run! { module: case case; module: case; }`.
#[macro_export]
macro_rules! for_each_case {
    ($run:ident) => {
        $run! {
            commits:
                committed_rows_are_read_back
                every_json_value_is_kept_as_it_was
                an_aborted_commit_leaves_nothing
                a_commit_without_space_leaves_nothing_and_says_why
                a_commit_decided_on_another_revision_is_refused_and_leaves_nothing
                a_new_thread_is_expected_at_revision_zero
                of_two_commits_decided_on_one_revision_one_is_stored
                a_commit_decided_on_two_threads_is_refused_if_either_has_moved_on
                concurrent_commits_of_two_threads_are_both_stored
                two_nodes_in_one_place_abort_the_whole_commit
                of_two_puts_of_one_key_the_later_stays
                a_dropped_commit_is_stored_whole
                commits_are_stored_in_the_order_of_their_calls
                a_large_commit_is_stored_whole
                an_empty_commit_is_stored;
            reads:
                what_was_never_stored_is_absent
                threads_come_newest_first
                nodes_come_in_the_order_of_seq
                nodes_are_paged_backwards
                the_journal_is_paged_forwards_in_order
                live_threads_are_those_with_a_live_or_queued_run
                a_thread_brings_its_open_runs_and_the_newest
                a_thread_brings_the_run_of_its_leaf_however_old
                a_thread_brings_open_approvals_and_steers_in_order
                a_thread_brings_open_interactions_in_order
                rules_memories_and_connections_come_in_the_order_of_their_ids;
            attachments:
                attachments_come_oldest_first
                an_attachment_and_its_content_are_stored_as_one
                content_is_given_up_while_its_attachment_stays
                the_largest_content_is_kept_as_it_was;
            bounds:
                opening_a_long_thread_reads_its_own_rows_and_no_others
                a_page_of_nodes_reads_no_more_than_its_limit
                listing_attachments_and_deleting_threads_read_no_content;
            deletes:
                deletes_happen_before_puts
                deleting_a_thread_removes_all_it_owns_but_receipts
                deleting_what_is_not_there_is_no_error
                expired_receipts_are_removed
                an_aborted_delete_leaves_everything;
            exchanges:
                an_exchange_and_its_bodies_are_read_back_the_newest_first
                an_exchange_is_not_written_for_a_thread_that_is_gone
                the_end_of_an_exchange_that_was_deleted_is_not_written
                exchanges_go_with_their_thread_and_others_stay
                forgotten_exchanges_take_their_bodies_along;
            damage:
                damaged_rows_are_quarantined_and_block_no_others
                a_damaged_run_whose_state_is_legible_has_its_thread_started
                a_thread_with_a_damaged_row_is_corrupt_and_others_load
                a_damaged_run_of_the_leaf_is_quarantined_once
                a_damaged_single_row_is_corrupt
                a_commit_replaces_a_damaged_row
                a_thread_of_unknown_revision_refuses_commits;
            lifetime:
                everything_is_there_after_reopening
                two_stores_of_one_database_see_each_other
                every_schema_version_is_upgraded_without_loss;
        }
    };
}

// A case that the list forgets is dead code, and the build says so.
macro_rules! export_cases {
    ($($module:ident: $($case:ident)+;)+) => {
        $(pub use $module::{$($case),+};)+
    };
}

for_each_case!(export_cases);
