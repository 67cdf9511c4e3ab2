//! A request for a visit: required fields, validation on the server, messages beside the fields, a page that thanks.

use crate::sites::markup::{Page, escape, field};

const COUNTRIES: [&str; 9] = [
    "Prefer not to say",
    "Brazil",
    "China",
    "Germany",
    "Japan",
    "Kenya",
    "Norway",
    "Portugal",
    "United Kingdom",
];
/// Longer values are cut before they are shown again.
const MOST_CHARS: usize = 500;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Entry {
    name: String,
    email: String,
    country: String,
    message: String,
    letter: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Complaints {
    name: Option<&'static str>,
    email: Option<&'static str>,
    country: Option<&'static str>,
}

pub(crate) fn empty() -> String {
    page(&Entry::default(), Complaints::default())
}

/// The answer to a submission, and whether it was accepted.
pub(crate) fn submitted(body: &str) -> Result<String, String> {
    let value = |name: &str| {
        field(body, name).unwrap_or_default().trim().chars().take(MOST_CHARS).collect::<String>()
    };
    let entry = Entry {
        name: value("name"),
        email: value("email"),
        country: value("country"),
        message: value("message"),
        letter: value("letter"),
    };
    let complaints = complaints(&entry);
    if complaints != Complaints::default() {
        return Err(page(&entry, complaints));
    }
    let letter =
        if entry.letter.is_empty() { "No letter was ordered." } else { "You will get the monthly letter." };
    let main = format!(
        "<h1>Thank you, {}</h1>\n<p role=\"status\">Your request was received. We will write to {}.</p>\n\
         <dl><dt>Country</dt><dd>{}</dd><dt>Letter</dt><dd>{letter}</dd></dl>\n<p><a href=\"/form/\">Ask again</a></p>",
        escape(&entry.name),
        escape(&entry.email),
        escape(&entry.country),
    );
    Ok(framed("Thank you: Gull Point lighthouse", &main))
}

fn complaints(entry: &Entry) -> Complaints {
    let is_address = entry.email.split_once('@').is_some_and(|(user, host)| {
        !user.is_empty()
            && host.contains('.')
            && !host.starts_with('.')
            && !host.ends_with('.')
            && !host.contains('@')
    });
    Complaints {
        name: entry.name.is_empty().then_some("Enter your full name."),
        email: (!is_address).then_some("Enter an email address such as name@example.test."),
        country: (!COUNTRIES.contains(&entry.country.as_str())).then_some("Choose a country."),
    }
}

fn framed(title: &str, main: &str) -> String {
    Page { title, brand: "Gull Point lighthouse", home: "/form/", main, script: "" }.html()
}

fn page(entry: &Entry, complaints: Complaints) -> String {
    let all = [complaints.name, complaints.email, complaints.country];
    let count = all.iter().flatten().count();
    let summary = match count {
        0 => String::new(),
        1 => "<p class=\"complaint\" role=\"alert\">One field needs your attention.</p>".to_owned(),
        _ => format!("<p class=\"complaint\" role=\"alert\">{count} fields need your attention.</p>"),
    };
    let options: String = COUNTRIES
        .iter()
        .map(|country| {
            let selected = if *country == entry.country { " selected" } else { "" };
            format!("<option{selected}>{country}</option>")
        })
        .collect();
    let checked = if entry.letter.is_empty() { "" } else { " checked" };
    let (name_state, name_words) = marks("name", complaints.name);
    let (email_state, email_words) = marks("email", complaints.email);
    let (country_state, country_words) = marks("country", complaints.country);
    let main = format!(
        "<h1>Visit the lighthouse</h1>\n<p>Tell us who you are and we will propose a date. Fields marked “required” must be filled in.</p>\n{summary}\n\
         <form method=\"post\" action=\"/form/\" novalidate>\n\
         <div class=\"field\"><label for=\"name\">Full name (required)</label><input id=\"name\" name=\"name\" autocomplete=\"name\" required value=\"{}\"{name_state}>{name_words}</div>\n\
         <div class=\"field\"><label for=\"email\">Email (required)</label><input id=\"email\" name=\"email\" type=\"email\" autocomplete=\"email\" required value=\"{}\"{email_state}>{email_words}</div>\n\
         <div class=\"field\"><label for=\"country\">Country (required)</label><select id=\"country\" name=\"country\" required{country_state}><option value=\"\">Choose…</option>{options}</select>{country_words}</div>\n\
         <div class=\"field\"><label for=\"message\">Message</label><textarea id=\"message\" name=\"message\" rows=\"4\">{}</textarea></div>\n\
         <div class=\"field check\"><input type=\"checkbox\" id=\"letter\" name=\"letter\" value=\"yes\"{checked}><label for=\"letter\">Send me the monthly letter</label></div>\n\
         <button type=\"submit\">Send request</button>\n</form>",
        escape(&entry.name),
        escape(&entry.email),
        escape(&entry.message),
    );
    framed("Visit the lighthouse", &main)
}

/// The attributes of a field that has a complaint, and the complaint.
fn marks(id: &str, complaint: Option<&str>) -> (String, String) {
    match complaint {
        None => (String::new(), String::new()),
        Some(words) => (
            format!(" aria-invalid=\"true\" aria-describedby=\"{id}-complaint\""),
            format!("<p class=\"complaint\" id=\"{id}-complaint\">{words}</p>"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complete_request_is_thanked_for_and_an_incomplete_one_keeps_what_was_typed() {
        let thanks = submitted("name=Ada+%3Cb%3E&email=ada%40example.test&country=Norway").unwrap();
        assert!(thanks.contains("Thank you, Ada &lt;b&gt;") && thanks.contains("No letter"));
        let again = submitted("name=Ada&email=nonsense&country=Atlantis").unwrap_err();
        assert!(
            again.contains("value=\"Ada\"")
                && again.contains("2 fields need")
                && again.contains("Choose a country.")
        );
        assert!(!again.contains("Enter your full name"));
    }
}
