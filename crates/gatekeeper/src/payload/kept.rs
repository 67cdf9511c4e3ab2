//! Text that is to be kept rather than sent: whether it looks like a credential or an account number. Nobody is asked about
//! it; such text is simply not kept.

use super::scan;
use super::text::readings;
use crate::reason::PayloadClass;
use fairlead_protocol::lower::lower;
use fairlead_protocol::ordered::OrderedSet;

/// Words that announce a secret, in lower case.
pub(super) const NAMES: &[&str] = &[
    "password",
    "passwort",
    "passphrase",
    "passcode",
    "pin",
    "pin code",
    "one-time code",
    "security code",
    "api key",
    "secret key",
    "cvv",
    "cvc",
    "密码",
    "口令",
    "验证码",
    "动态码",
    "安全码",
    "密钥",
];
/// What stands between them and it.
const LINKS: &[&str] = &["is", "are", ":", "：", "=", "是", "为", "改成", "改为"];

/// However it is written: encoded, spread out or named as what it is.
pub fn looks_secret(text: &str) -> bool {
    let mut classes = OrderedSet::default();
    for reading in readings(text) {
        scan::classes(&reading, 0, &mut classes);
    }
    classes.as_slice().iter().any(|class| is_refused(*class)) || names_one(&lower(text))
}

fn is_refused(class: PayloadClass) -> bool {
    match class {
        PayloadClass::ApiKey
        | PayloadClass::CardNumber
        | PayloadClass::Iban
        | PayloadClass::Jwt
        | PayloadClass::Password
        | PayloadClass::PrivateKey => true,
        // How to reach somebody is what people ask to be remembered.
        PayloadClass::Email => false,
    }
}

/// A name of a secret, a link, and something behind it.
fn names_one(text: &str) -> bool {
    NAMES.iter().any(|name| {
        text.match_indices(name).any(|(at, name)| {
            let is_word = text.get(..at).and_then(|before| before.chars().next_back()).is_none_or(|c| {
                // No word border is written in Chinese.
                !c.is_ascii_alphanumeric()
            });
            let rest = text.get(at + name.len()..).unwrap_or_default().trim_start();
            is_word
                && LINKS.iter().any(|link| {
                    rest.strip_prefix(link).is_some_and(|value| {
                        let is_whole = !link.is_ascii()
                            || !link.chars().all(char::is_alphabetic)
                            || value.starts_with(char::is_whitespace);
                        is_whole && !value.trim().is_empty()
                    })
                })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::looks_secret;

    #[test]
    fn what_is_a_secret_by_its_shape_or_by_its_name_is_seen() {
        for secret in [
            "card 4111 1111 1111 1111",
            "IBAN DE89 3704 0044 0532 0130 00",
            "key AKIAIOSFODNN7EXAMPLE",
            "My password is hunter2",
            "Wi-Fi password: sunflower",
            "PIN = 4711",
            "我的密码是 hunter2",
            "银行验证码：482913",
        ] {
            assert!(looks_secret(secret), "{secret}");
        }
    }

    #[test]
    fn what_people_ask_to_be_remembered_is_not() {
        for plain in [
            "Prefers window seats",
            "Reach Ada at ada@example.org",
            "Keeps passwords in a manager and never types them",
            "spinning is a hobby",
            "Shoe size 42, budget 1200 CNY",
            "喜欢靠窗的座位，预算 1200 元",
            "密码都放在密码管理器里",
        ] {
            assert!(!looks_secret(plain), "{plain}");
        }
    }
}
