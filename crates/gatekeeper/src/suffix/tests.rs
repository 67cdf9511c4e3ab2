//! The packed list against the `psl` crate: rule for rule, and by what both make of hosts.

use super::{PACKED, Suffixes, labels_of_suffix};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

const HOSTS: u64 = 200_000;

/// The list that the locked `psl` crate was made from, one rule a line.
fn rules() -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let psl = packages.iter().find(|package| package["name"] == "psl").unwrap();
    let list = PathBuf::from(psl["manifest_path"].as_str().unwrap()).with_file_name("data/rules.txt");
    std::fs::read_to_string(list).unwrap().lines().map(ascii).collect()
}

fn ascii(rule: &str) -> String {
    let bare = rule.trim_start_matches('!');
    format!("{}{}", &rule[..rule.len() - bare.len()], idna::domain_to_ascii(bare).unwrap())
}

fn by_psl(host: &str) -> usize {
    psl::suffix_str(host).unwrap().split('.').count()
}

fn from_the_right(rule: &str) -> String {
    let mut labels: Vec<&str> = rule.trim_start_matches('!').rsplit('.').collect();
    let last = format!("{}{}", if rule.starts_with('!') { "!" } else { "" }, labels.pop().unwrap());
    labels.push(&last);
    labels.join(".")
}

#[test]
fn the_packed_list_has_the_rules_of_psl_and_no_others() {
    let held: BTreeSet<String> = Suffixes::unpack(PACKED).rules.iter().map(|rule| rule.to_string()).collect();
    let wanted: BTreeSet<String> =
        rules().iter().filter(|rule| rule.contains('.')).map(|rule| from_the_right(rule)).collect();
    assert!(wanted.len() > 8_000);
    assert_eq!(held.difference(&wanted).next(), None, "run `cargo xtask data`");
    assert_eq!(wanted.difference(&held).next(), None, "run `cargo xtask data`");
    assert!(PACKED.len() <= 80_000, "{} bytes", PACKED.len());
}

#[test]
fn at_and_below_every_rule_the_suffix_is_that_of_psl() {
    for rule in rules() {
        let rule = rule.trim_start_matches('!').replace('*', "any");
        for below in ["", "a.", "b.a.", "city.any."] {
            let host = format!("{below}{rule}");
            assert_eq!(labels_of_suffix(&host), by_psl(&host), "{host}");
        }
    }
}

#[test]
fn the_suffix_of_any_host_is_that_of_psl() {
    let rules = rules();
    let labels: Vec<&str> =
        rules.iter().flat_map(|rule| rule.split('.')).filter(|l| !l.contains(['*', '!'])).collect();
    for seed in 0..HOSTS {
        let mut state = seed;
        let mut pick = |bound: usize| {
            // SplitMix64: every seed gives its own host.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = state;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            usize::try_from((mixed ^ (mixed >> 31)) % u64::try_from(bound).unwrap()).unwrap()
        };
        let host = (0..=pick(5)).map(|_| labels[pick(labels.len())]).collect::<Vec<_>>().join(".");
        assert_eq!(labels_of_suffix(&host), by_psl(&host), "seed {seed}: {host}");
    }
}
