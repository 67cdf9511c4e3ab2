//! Time zones that a text names, and how far one clock is from the other. Where summer time may hold, both distances count.

use fairlead_protocol::order::settle;

/// Names, and minutes ahead of UTC.
const ZONES: [(&str, &[i32]); 13] = [
    ("utc|gmt|世界时", &[0]),
    ("london|uk time|bst|伦敦|英国时间", &[0, 60]),
    ("berlin|paris|madrid|rome|cet|cest|central european|柏林|巴黎|中欧", &[60, 120]),
    ("athens|helsinki|eet|eest|雅典", &[120, 180]),
    ("moscow|msk|莫斯科", &[180]),
    ("ist|india*|mumbai|delhi|印度时间", &[330]),
    (
        "beijing|china time|shanghai|hong kong|singapore|taipei|sgt|hkt|perth|北京|上海|香港|新加坡|台北",
        &[480],
    ),
    ("tokyo|japan|jst|seoul|kst|东京|日本|首尔", &[540]),
    ("sydney|melbourne|aest|aedt|悉尼|墨尔本", &[600, 660]),
    ("new york|boston|toronto|eastern|est|edt|et|纽约|美东", &[-300, -240]),
    ("chicago|dallas|cdt|central time|芝加哥|美中", &[-360, -300]),
    ("denver|mst|mdt|mountain time|丹佛", &[-420, -360]),
    ("los angeles|san francisco|seattle|pacific|pst|pdt|pt|洛杉矶|旧金山|西雅图|美西|太平洋", &[-480, -420]),
];

/// Minutes by which a clock of the sources is moved to be one that the answer speaks of.
pub(crate) fn shifts(spoken: &dyn Fn(&str) -> bool, sources: &dyn Fn(&str) -> bool) -> Vec<i32> {
    let mut shifts = Vec::new();
    for (name, there) in ZONES.iter().filter(|(name, _)| spoken(name)) {
        for (_, here) in ZONES.iter().filter(|(other, _)| other != name && sources(other)) {
            shifts.extend(there.iter().flat_map(|to| here.iter().map(move |from| to - from)));
        }
    }
    settle(&mut shifts);
    shifts
}

#[cfg(test)]
mod tests {
    use super::shifts;
    use crate::words::Norm;

    #[test]
    fn clocks_are_moved_from_the_zone_of_the_source_to_that_of_the_answer() {
        let (answer, source) = (Norm::of("5 pm in Berlin"), Norm::of("4 pm GMT"));
        assert_eq!(shifts(&|names| answer.any(names), &|names| source.any(names)), [60, 120]);
        assert!(shifts(&|names| source.any(names), &|names| source.any(names)).is_empty());
    }
}
