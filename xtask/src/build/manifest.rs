//! The manifest: copied as it is for people, with host permissions, those that are optional and a fixed key for tests, and every path it names is looked
//! for in the folder it goes to.

use crate::build::Flavour;
use crate::error::{Error, Result};
use crate::place::{self, Place};
use serde_json::{Value, json};
use std::path::Path;

/// Where tests may act without the browser's own prompt, which none of them could press.
const TEST_HOSTS: [&str; 4] =
    ["http://127.0.0.1/*", "http://localhost/*", "http://*.test/*", "https://*.test/*"];

/// A public key whose private half was thrown away: it gives the test build the same id on every machine.
const TEST_KEY: &str = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAx4emQDhwjy4HsUkbaseHvS+EY124TDcyKt+X/dl2TBPLaaLiELBtcyK5/mM6hCiXTmAPImljbXgjIg+S3umtD2VuLk4y2xlokiLCvlWWZdmZ4cSsZIbZlx0EcA9pJkZYcB2dzg6G2ytymIFrypHXRmf9HVGZMN7NbdvTv6mHzUK23QzpVo7TqPlrxZoCfLKQmWDIZyvk1GYJI45OhEEGyy+nAAdaD8fWwgo58raj9JXK/doS2TLEtvTsZu9iOsGwAcCwHCFO2c9aCpaSwkIYf9mvE0igmSbxI3H6i8m+4FH+ZdnNcZhnoKQaIRh8cKy8GCm6Hx3R0zREfkbdl/IBCwIDAQAB";

/// JSON pointers to members that name one file each; a member that is absent names none.
const FILES: [&str; 3] = ["/background/service_worker", "/side_panel/default_path", "/options_ui/page"];

/// JSON pointers to maps from a size to a file.
const ICONS: [&str; 2] = ["/icons", "/action/default_icon"];

/// Injected by `chrome.scripting`, so the manifest does not name them.
const INJECTED: [&str; 3] = ["content.js", "hand.js", "dialogs.js"];

pub(crate) fn install(place: &Place, flavour: Flavour, out: &Path) -> Result<()> {
    let production = place::read_json(&place.root.join("manifest.json"))?;
    let manifest = match flavour {
        Flavour::Production => production,
        Flavour::Test => for_tests(production)?,
    };
    let missing: Vec<String> = named_files(&manifest)
        .into_iter()
        .filter(|file| !out.join(file).is_file())
        .map(|file| format!("{file} is not in {}", out.display()))
        .collect();
    Error::unless_clean("the manifest names what is not there", missing)?;
    let text =
        serde_json::to_string_pretty(&manifest).map_err(|why| Error::malformed("manifest.json", why))?;
    place::write(&out.join("manifest.json"), text + "\n")
}

fn for_tests(mut manifest: Value) -> Result<Value> {
    let members =
        manifest.as_object_mut().ok_or_else(|| Error::malformed("manifest.json", "not an object"))?;
    members.insert("host_permissions".to_owned(), json!(TEST_HOSTS));
    members.insert("key".to_owned(), json!(TEST_KEY));
    let optional = members.remove("optional_permissions");
    let asked = optional.as_ref().and_then(Value::as_array).cloned().unwrap_or_default();
    if let Some(held) = members.get_mut("permissions").and_then(Value::as_array_mut) {
        held.extend(asked);
    }
    Ok(manifest)
}

fn named_files(manifest: &Value) -> Vec<String> {
    let single = FILES.iter().filter_map(|pointer| manifest.pointer(pointer));
    let icons = ICONS
        .iter()
        .filter_map(|pointer| manifest.pointer(pointer)?.as_object())
        .flat_map(|map| map.values());
    let mut files: Vec<String> = single.chain(icons).filter_map(Value::as_str).map(str::to_owned).collect();
    if let Some(locale) = manifest.get("default_locale").and_then(Value::as_str) {
        files.push(format!("_locales/{locale}/messages.json"));
    }
    files.extend(INJECTED.map(str::to_owned));
    files
}

#[cfg(test)]
mod tests {
    use super::{TEST_KEY, for_tests, named_files};
    use crate::place::{Place, read_json};
    use serde_json::{Value, json};

    fn production() -> Value {
        read_json(&Place::find().unwrap().root.join("manifest.json")).unwrap()
    }

    #[test]
    fn the_test_manifest_differs_in_what_is_asked_for_and_key_and_nothing_else() {
        let production = production();
        assert!(production.get("host_permissions").is_none(), "people are asked, site by site");
        assert!(production.get("key").is_none(), "the store gives the id");
        let mut test = for_tests(production.clone()).unwrap();
        let members = test.as_object_mut().unwrap();
        let hosts = members.remove("host_permissions").unwrap();
        assert_eq!(
            hosts,
            json!(["http://127.0.0.1/*", "http://localhost/*", "http://*.test/*", "https://*.test/*"])
        );
        assert_eq!(members.remove("key").unwrap(), TEST_KEY);
        // What people are asked for when they want it, nobody can press in a test.
        let asked = json!([
            "bookmarks",
            "downloads",
            "history",
            "notifications",
            "sessions",
            "tabGroups",
            "topSites"
        ]);
        let held = members["permissions"].as_array_mut().unwrap();
        let required = held.len() - asked.as_array().unwrap().len();
        assert_eq!(Value::Array(held.split_off(required)), asked);
        members.insert("optional_permissions".to_owned(), asked);
        assert_eq!(test, production);
    }

    #[test]
    fn nothing_of_the_extension_is_open_to_pages_or_other_extensions() {
        let manifest = production();
        assert!(manifest.get("web_accessible_resources").is_none());
        assert!(manifest.get("content_scripts").is_none(), "the script is injected where it was allowed");
        assert_eq!(manifest["externally_connectable"], json!({ "ids": [], "matches": [] }));
    }

    #[test]
    fn the_policy_allows_no_code_and_no_picture_from_elsewhere() {
        let manifest = production();
        let policy = manifest["content_security_policy"]["extension_pages"].as_str().unwrap();
        let sources = |directive: &str| {
            policy
                .split("; ")
                .find_map(|part| part.strip_prefix(directive))
                .map(str::trim)
                .unwrap_or_default()
        };
        assert_eq!(sources("default-src"), "'none'");
        assert_eq!(sources("script-src"), "'self' 'wasm-unsafe-eval'");
        assert_eq!(sources("style-src"), "'self'");
        assert_eq!(sources("img-src"), "'self' data: blob:");
    }

    #[test]
    fn every_message_the_manifest_uses_exists_in_every_language() {
        let root = Place::find().unwrap().root;
        let text = production().to_string();
        let used: Vec<&str> =
            text.split("__MSG_").skip(1).map(|rest| rest.split("__").next().unwrap()).collect();
        assert!(!used.is_empty());
        for language in ["en", "zh_CN"] {
            let messages =
                read_json(&root.join("extension/_locales").join(language).join("messages.json")).unwrap();
            for name in &used {
                assert!(messages[name]["message"].is_string(), "{language} lacks {name}");
            }
        }
    }

    #[test]
    fn files_are_found_wherever_the_manifest_names_them() {
        let files = named_files(&json!({
            "background": { "service_worker": "b.js" },
            "icons": { "16": "i.png" },
            "default_locale": "en",
        }));
        assert_eq!(
            files,
            ["b.js", "i.png", "_locales/en/messages.json", "content.js", "hand.js", "dialogs.js"]
        );
    }
}
