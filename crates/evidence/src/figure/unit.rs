//! Units: what stands before or after a number, as a family and a scale. Words that only say what is counted are no unit.

use crate::words::{is_letter, is_letter_or_digit, one_of};
/// A family and how many of its base one of it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Unit {
    pub(crate) family: Family,
    pub(crate) scale: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    Bare,
    Money(Currency),
    Percent,
    Times,
    Length,
    Mass,
    Volume,
    Area,
    Celsius,
    Fahrenheit,
    Duration,
    Data,
    /// In km/h.
    Speed,
    /// In kJ.
    Energy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Currency {
    Dollar,
    HongKong,
    Taiwan,
    Australian,
    Canadian,
    Singapore,
    Euro,
    Pound,
    Yuan,
    Yen,
    Franc,
    Won,
    Rupee,
}

pub(crate) const BARE: Unit = Unit { family: Bare, scale: 1.0 };
pub(crate) const PERCENT: Unit = Unit { family: Percent, scale: 1.0 };

type Row = (&'static str, Family, f64);

use Currency as C;
use Family::{
    Area, Bare, Celsius, Data, Duration, Energy, Fahrenheit, Length, Mass, Money, Percent, Speed, Times,
    Volume,
};

/// Before a number. Longer ones first where one starts the other.
static BEFORE: [Row; 35] = [
    ("us$", Money(C::Dollar), 1.0),
    ("usd", Money(C::Dollar), 1.0),
    ("hk$", Money(C::HongKong), 1.0),
    ("hkd", Money(C::HongKong), 1.0),
    ("nt$", Money(C::Taiwan), 1.0),
    ("a$", Money(C::Australian), 1.0),
    ("au$", Money(C::Australian), 1.0),
    ("aud", Money(C::Australian), 1.0),
    ("c$", Money(C::Canadian), 1.0),
    ("ca$", Money(C::Canadian), 1.0),
    ("cad", Money(C::Canadian), 1.0),
    ("s$", Money(C::Singapore), 1.0),
    ("sgd", Money(C::Singapore), 1.0),
    ("$", Money(C::Dollar), 1.0),
    ("\u{ff04}", Money(C::Dollar), 1.0),
    ("€", Money(C::Euro), 1.0),
    ("eur", Money(C::Euro), 1.0),
    ("欧元", Money(C::Euro), 1.0),
    ("£", Money(C::Pound), 1.0),
    ("gbp", Money(C::Pound), 1.0),
    ("英镑", Money(C::Pound), 1.0),
    ("¥", Money(C::Yuan), 1.0),
    ("\u{ffe5}", Money(C::Yuan), 1.0),
    ("rmb", Money(C::Yuan), 1.0),
    ("cny", Money(C::Yuan), 1.0),
    ("人民币", Money(C::Yuan), 1.0),
    ("美元", Money(C::Dollar), 1.0),
    ("jpy", Money(C::Yen), 1.0),
    ("日元", Money(C::Yen), 1.0),
    ("chf", Money(C::Franc), 1.0),
    ("₩", Money(C::Won), 1.0),
    ("krw", Money(C::Won), 1.0),
    ("₹", Money(C::Rupee), 1.0),
    ("inr", Money(C::Rupee), 1.0),
    ("百分之", Percent, 1.0),
];

/// After a number. Longer ones first where one starts the other.
static AFTER: &[Row] = &[
    ("%", Percent, 1.0),
    ("\u{ff05}", Percent, 1.0),
    ("percentage points", Percent, 1.0),
    ("percent", Percent, 1.0),
    ("per cent", Percent, 1.0),
    ("个百分点", Percent, 1.0),
    ("成", Percent, 10.0),
    ("times", Times, 1.0),
    ("倍", Times, 1.0),
    ("us$", Money(C::Dollar), 1.0),
    ("usd", Money(C::Dollar), 1.0),
    ("us dollars", Money(C::Dollar), 1.0),
    ("cents", Money(C::Dollar), 0.01),
    ("dollars", Money(C::Dollar), 1.0),
    ("dollar", Money(C::Dollar), 1.0),
    ("bucks", Money(C::Dollar), 1.0),
    ("美元", Money(C::Dollar), 1.0),
    ("美金", Money(C::Dollar), 1.0),
    ("$", Money(C::Dollar), 1.0),
    ("hkd", Money(C::HongKong), 1.0),
    ("港元", Money(C::HongKong), 1.0),
    ("港币", Money(C::HongKong), 1.0),
    ("新台币", Money(C::Taiwan), 1.0),
    ("台币", Money(C::Taiwan), 1.0),
    ("aud", Money(C::Australian), 1.0),
    ("澳元", Money(C::Australian), 1.0),
    ("cad", Money(C::Canadian), 1.0),
    ("加元", Money(C::Canadian), 1.0),
    ("sgd", Money(C::Singapore), 1.0),
    ("新元", Money(C::Singapore), 1.0),
    ("€", Money(C::Euro), 1.0),
    ("eur", Money(C::Euro), 1.0),
    ("euros", Money(C::Euro), 1.0),
    ("euro", Money(C::Euro), 1.0),
    ("欧元", Money(C::Euro), 1.0),
    ("欧", Money(C::Euro), 1.0),
    ("£", Money(C::Pound), 1.0),
    ("gbp", Money(C::Pound), 1.0),
    ("英镑", Money(C::Pound), 1.0),
    ("元", Money(C::Yuan), 1.0),
    ("块钱", Money(C::Yuan), 1.0),
    ("块", Money(C::Yuan), 1.0),
    ("人民币", Money(C::Yuan), 1.0),
    ("rmb", Money(C::Yuan), 1.0),
    ("cny", Money(C::Yuan), 1.0),
    ("yuan", Money(C::Yuan), 1.0),
    ("円", Money(C::Yen), 1.0),
    ("日元", Money(C::Yen), 1.0),
    ("日圆", Money(C::Yen), 1.0),
    ("yen", Money(C::Yen), 1.0),
    ("jpy", Money(C::Yen), 1.0),
    ("chf", Money(C::Franc), 1.0),
    ("瑞士法郎", Money(C::Franc), 1.0),
    ("瑞郎", Money(C::Franc), 1.0),
    ("swiss francs", Money(C::Franc), 1.0),
    ("francs", Money(C::Franc), 1.0),
    ("韩元", Money(C::Won), 1.0),
    ("krw", Money(C::Won), 1.0),
    ("卢比", Money(C::Rupee), 1.0),
    ("rupees", Money(C::Rupee), 1.0),
    ("inr", Money(C::Rupee), 1.0),
    ("cubic metres", Volume, 1000.0),
    ("cubic meters", Volume, 1000.0),
    ("立方米", Volume, 1000.0),
    ("m³", Volume, 1000.0),
    ("m3", Volume, 1000.0),
    ("square metres", Area, 1.0),
    ("square meters", Area, 1.0),
    ("平方米", Area, 1.0),
    ("平方公里", Area, 1e6),
    ("平米", Area, 1.0),
    ("m²", Area, 1.0),
    ("m2", Area, 1.0),
    ("km²", Area, 1e6),
    ("sq ft", Area, 0.092_903_04),
    ("square feet", Area, 0.092_903_04),
    ("hectares", Area, 1e4),
    ("公顷", Area, 1e4),
    ("litres", Volume, 1.0),
    ("liters", Volume, 1.0),
    ("litre", Volume, 1.0),
    ("liter", Volume, 1.0),
    ("ml", Volume, 0.001),
    ("毫升", Volume, 0.001),
    ("升", Volume, 1.0),
    ("l", Volume, 1.0),
    ("gallons", Volume, 3.785_411_784),
    ("gallon", Volume, 3.785_411_784),
    ("gal", Volume, 3.785_411_784),
    ("pints", Volume, 0.473_176_473),
    ("quarts", Volume, 0.946_352_946),
    ("fl oz", Volume, 0.029_573_53),
    ("亩", Area, 666.666_666_7),
    ("acres", Area, 4_046.856_422),
    ("acre", Area, 4_046.856_422),
    ("英亩", Area, 4_046.856_422),
    ("平方英尺", Area, 0.092_903_04),
    ("yards", Length, 0.9144),
    ("yd", Length, 0.9144),
    ("海里", Length, 1852.0),
    ("华里", Length, 500.0),
    ("mph", Speed, 1.609_344),
    ("miles per hour", Speed, 1.609_344),
    ("km/h", Speed, 1.0),
    ("kmh", Speed, 1.0),
    ("kph", Speed, 1.0),
    ("公里/小时", Speed, 1.0),
    ("公里每小时", Speed, 1.0),
    ("千米/时", Speed, 1.0),
    ("m/s", Speed, 3.6),
    ("米/秒", Speed, 3.6),
    ("knots", Speed, 1.852),
    ("kcal", Energy, 4.184),
    ("大卡", Energy, 4.184),
    ("千卡", Energy, 4.184),
    ("calories", Energy, 4.184),
    ("kj", Energy, 1.0),
    ("千焦", Energy, 1.0),
    ("kilometres", Length, 1000.0),
    ("kilometers", Length, 1000.0),
    ("kilometre", Length, 1000.0),
    ("kilometer", Length, 1000.0),
    ("km", Length, 1000.0),
    ("公里", Length, 1000.0),
    ("千米", Length, 1000.0),
    ("miles", Length, 1609.344),
    ("mile", Length, 1609.344),
    ("mi", Length, 1609.344),
    ("英里", Length, 1609.344),
    ("metres", Length, 1.0),
    ("meters", Length, 1.0),
    ("metre", Length, 1.0),
    ("meter", Length, 1.0),
    ("m", Length, 1.0),
    ("米", Length, 1.0),
    ("centimetres", Length, 0.01),
    ("centimeters", Length, 0.01),
    ("cm", Length, 0.01),
    ("厘米", Length, 0.01),
    ("公分", Length, 0.01),
    ("millimetres", Length, 0.001),
    ("mm", Length, 0.001),
    ("毫米", Length, 0.001),
    ("feet", Length, 0.3048),
    ("foot", Length, 0.3048),
    ("ft", Length, 0.3048),
    ("英尺", Length, 0.3048),
    ("inches", Length, 0.0254),
    ("inch", Length, 0.0254),
    ("英寸", Length, 0.0254),
    ("kilograms", Mass, 1.0),
    ("kilogram", Mass, 1.0),
    ("kilos", Mass, 1.0),
    ("kg", Mass, 1.0),
    ("carats", Mass, 0.000_2),
    ("carat", Mass, 0.000_2),
    ("ct", Mass, 0.000_2),
    ("克拉", Mass, 0.000_2),
    ("公斤", Mass, 1.0),
    ("千克", Mass, 1.0),
    ("斤", Mass, 0.5),
    ("grams", Mass, 0.001),
    ("gram", Mass, 0.001),
    ("g", Mass, 0.001),
    ("克", Mass, 0.001),
    ("mg", Mass, 0.000_001),
    ("毫克", Mass, 0.000_001),
    ("tonnes", Mass, 1000.0),
    ("tons", Mass, 1000.0),
    ("吨", Mass, 1000.0),
    ("pounds", Bare, 1.0),
    ("lbs", Mass, 0.453_592_37),
    ("lb", Mass, 0.453_592_37),
    ("磅", Mass, 0.453_592_37),
    ("ounces", Mass, 0.028_349_523),
    ("oz", Mass, 0.028_349_523),
    ("盎司", Mass, 0.028_349_523),
    ("°c", Celsius, 1.0),
    ("℃", Celsius, 1.0),
    ("摄氏度", Celsius, 1.0),
    ("degrees celsius", Celsius, 1.0),
    ("°f", Fahrenheit, 1.0),
    ("℉", Fahrenheit, 1.0),
    ("华氏度", Fahrenheit, 1.0),
    ("degrees fahrenheit", Fahrenheit, 1.0),
    ("milliseconds", Duration, 0.001),
    ("ms", Duration, 0.001),
    ("毫秒", Duration, 0.001),
    ("seconds", Duration, 1.0),
    ("second", Duration, 1.0),
    ("secs", Duration, 1.0),
    ("sec", Duration, 1.0),
    ("s", Duration, 1.0),
    ("秒", Duration, 1.0),
    ("minutes", Duration, 60.0),
    ("minute", Duration, 60.0),
    ("mins", Duration, 60.0),
    ("min", Duration, 60.0),
    ("分钟", Duration, 60.0),
    ("hours", Duration, 3600.0),
    ("hour", Duration, 3600.0),
    ("hrs", Duration, 3600.0),
    ("hr", Duration, 3600.0),
    ("h", Duration, 3600.0),
    ("个小时", Duration, 3600.0),
    ("小时", Duration, 3600.0),
    ("个钟头", Duration, 3600.0),
    ("钟头", Duration, 3600.0),
    ("working days", Duration, 86_400.0),
    ("business days", Duration, 86_400.0),
    ("days", Duration, 86_400.0),
    ("day", Duration, 86_400.0),
    ("nights", Duration, 86_400.0),
    ("night", Duration, 86_400.0),
    ("个工作日", Duration, 86_400.0),
    ("工作日", Duration, 86_400.0),
    ("天", Duration, 86_400.0),
    ("晚", Duration, 86_400.0),
    ("weeks", Duration, 604_800.0),
    ("week", Duration, 604_800.0),
    ("周", Duration, 604_800.0),
    ("个星期", Duration, 604_800.0),
    ("months", Duration, 2_628_000.0),
    ("month", Duration, 2_628_000.0),
    ("个月", Duration, 2_628_000.0),
    ("years", Duration, 31_536_000.0),
    ("year", Duration, 31_536_000.0),
    ("年", Duration, 31_536_000.0),
    ("kb", Data, 0.001),
    ("mb", Data, 1.0),
    ("gb", Data, 1000.0),
    ("tb", Data, 1e6),
    ("bytes", Data, 0.000_001),
    ("字节", Data, 0.000_001),
];

/// The unit that ends where a number starts, and where it starts itself.
pub(crate) fn before(text: &str, at: usize) -> Option<(Unit, usize)> {
    let head = text.get(..at)?;
    let near = head.strip_suffix(one_of(" \u{a0}\u{202f}")).unwrap_or(head);
    BEFORE.iter().find_map(|(word, family, scale)| {
        let start = near.len().checked_sub(word.len())?;
        let found = near.get(start..)?.eq_ignore_ascii_case(word);
        let joined = word.starts_with(is_letter) && near.get(..start)?.ends_with(is_letter_or_digit);
        (found && !joined).then_some((Unit { family: *family, scale: *scale }, start))
    })
}

/// The unit that starts where a number ends, past one space or hyphen, and where it ends itself.
pub(crate) fn after(text: &str, at: usize) -> Option<(Unit, usize)> {
    let tail = text.get(at..)?;
    let gap = tail.chars().next().filter(|first| matches!(first, ' ' | '-' | '\u{a0}' | '\u{202f}'));
    let gap = gap.map_or(0, char::len_utf8);
    let near = tail.get(gap..)?;
    let best = AFTER
        .iter()
        .filter(|(word, _, _)| {
            near.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
                // 周二、四晚上 has no nights.
                && !(*word == "晚" && near.starts_with("晚上"))
                && !(word.ends_with(is_letter_or_digit)
                    && near.get(word.len()..).is_some_and(|rest| {
                        rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_')
                    }))
        })
        .max_by_key(|(word, _, _)| word.len())?;
    Some((Unit { family: best.1, scale: best.2 }, at + gap + best.0.len()))
}

impl Unit {
    /// What one of `self` is in `other`, if a fixed factor says so.
    pub(crate) fn factor(self, other: Self) -> Option<f64> {
        let convertible = match self.family {
            Length | Mass | Volume | Area | Duration | Data | Speed | Energy | Money(_) => {
                self.family == other.family
            }
            Bare | Percent | Times | Celsius | Fahrenheit => false,
        };
        convertible.then(|| self.scale / other.scale)
    }

    pub(crate) fn is_bare(self) -> bool {
        self.family == Bare
    }

    /// Without a conversion: the same unit, or one of the two says none.
    pub(crate) fn agrees(self, other: Self) -> bool {
        self == other || self.is_bare() || other.is_bare()
    }
}

#[cfg(test)]
mod tests {
    use super::{Currency, Family, after, before};

    #[test]
    fn currencies_stand_before_and_after() {
        assert_eq!(before("US$5", 3).unwrap().0.family, Family::Money(Currency::Dollar));
        assert_eq!(before("HK$ 5", 4).unwrap().0.family, Family::Money(Currency::HongKong));
        assert_eq!(after("5 元", 1).unwrap().0.family, Family::Money(Currency::Yuan));
        assert_eq!(after("5 瑞士法郎", 1).unwrap().0.family, Family::Money(Currency::Franc));
    }

    #[test]
    fn the_longest_word_wins_and_words_are_whole() {
        assert_eq!(after("5 minutes", 1).unwrap().0.scale, 60.0);
        assert_eq!(after("5 monkeys", 1), None);
        assert_eq!(after("5 m", 1).unwrap().0.family, Family::Length);
    }

    #[test]
    fn only_fixed_units_convert() {
        let unit = |text| after(text, 1).unwrap().0;
        assert!(unit("1km").factor(unit("1mi")).is_some());
        assert_eq!(unit("1km").factor(unit("1kg")), None);
        assert_eq!(unit("1元").factor(unit("1$")), None);
    }
}
