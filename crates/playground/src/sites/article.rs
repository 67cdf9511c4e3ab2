//! A long article with headings, figures and a table.

use crate::sites::markup::Page;

pub(crate) fn page() -> String {
    let main = include_str!("../../assets/article.html");
    Page {
        title: "The town that counted its fog",
        brand: "Saltmarsh Review",
        home: "/article/",
        main,
        script: "",
    }
    .html()
}
