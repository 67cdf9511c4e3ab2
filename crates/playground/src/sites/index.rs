//! The front page: where everything is.

use crate::sites::markup::Page;

pub(crate) fn page() -> String {
    let main = "<h1>Fairlead playground</h1>\n<p>Sites to try things on, and a scripted model at <code>/v1</code> (key <code>demo-key</code>, model <code>demo</code>).</p>\n\
        <ul>\n<li><a href=\"/shop/\">Tidewater Audio</a>, a shop</li>\n<li><a href=\"/article/\">The fog count</a>, a long article</li>\n\
        <li><a href=\"/form/\">Visit the lighthouse</a>, a form</li>\n<li><a href=\"/big/?nodes=5000\">A page of 5,000 nodes</a></li>\n</ul>";
    Page { title: "Fairlead playground", brand: "Playground", home: "/", main, script: "" }.html()
}
