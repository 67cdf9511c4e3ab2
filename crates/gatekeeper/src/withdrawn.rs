//! What the person took back in the browser, as Chrome names it: by its match patterns.

use crate::pattern::OriginPattern;
use crate::place::Place;

/// Whether the pattern may mean this origin. Scheme, port and path are not looked at: what is taken back of a site is taken back of
/// the whole of it.
pub fn is_withdrawn(match_pattern: &str, origin: &str) -> bool {
    let Ok(place @ Place::Site(_)) = Place::try_from(origin.to_owned()) else { return false };
    // `<all_urls>`, and whatever cannot be read, may mean any.
    let Some((_, rest)) = match_pattern.split_once("://") else { return true };
    let host = rest.split(['/', ':']).next().unwrap_or_default();
    OriginPattern::parse(host).map_or(true, |named| named.matches_wide(&place))
}

#[cfg(test)]
mod tests {
    use super::is_withdrawn;

    #[test]
    fn a_match_pattern_means_the_whole_of_its_sites() {
        let shop = "https://www.shop.example:8443";
        for pattern in [
            "https://www.shop.example/*",
            "http://www.shop.example:8443/cart",
            "*://*.shop.example/*",
            "*://*/*",
            "<all_urls>",
            "https://[::1]/*",
        ] {
            assert!(is_withdrawn(pattern, shop), "{pattern}");
        }
        for pattern in ["https://shop.example/*", "*://*.other.example/*", "https://www.shop.example.evil/*"]
        {
            assert!(!is_withdrawn(pattern, shop), "{pattern}");
        }
    }

    #[test]
    fn what_is_of_no_site_is_of_no_pattern() {
        for place in ["browser", "null", "about:blank"] {
            assert!(!is_withdrawn("<all_urls>", place), "{place}");
        }
    }
}
