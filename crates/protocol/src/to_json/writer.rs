//! What types write themselves to. Whether a text or a value comes of it is asked behind this, once for all types.

use super::ToJson;
use serde_json::Number;

pub(super) trait Form {
    fn begin(&mut self);
    /// Of the field whose value comes next.
    fn name(&mut self, name: &str);
    fn end(&mut self);
    fn begin_list(&mut self);
    fn end_list(&mut self);
    fn text(&mut self, text: &str);
    fn number(&mut self, number: &Number);
    fn bool(&mut self, is: bool);
    fn null(&mut self);
}

pub struct Writer<'a> {
    form: &'a mut dyn Form,
}

impl<'a> Writer<'a> {
    pub(super) fn new(form: &'a mut dyn Form) -> Self {
        Self { form }
    }

    /// An object; its fields come until its end.
    pub fn begin(&mut self) {
        self.form.begin();
    }

    /// An object whose first field says which variant it is.
    pub fn begin_as(&mut self, tag: &str, word: &str) {
        self.form.begin();
        self.form.name(tag);
        self.form.text(word);
    }

    pub fn field<T: ToJson + ?Sized>(&mut self, name: &str, value: &T) {
        self.name(name);
        value.to_json(self);
    }

    pub fn end(&mut self) {
        self.form.end();
    }

    pub fn text(&mut self, text: &str) {
        self.form.text(text);
    }

    fn name(&mut self, name: &str) {
        self.form.name(name);
    }

    pub(super) fn begin_list(&mut self) {
        self.form.begin_list();
    }

    pub(super) fn end_list(&mut self) {
        self.form.end_list();
    }

    pub(super) fn number(&mut self, number: &Number) {
        self.form.number(number);
    }

    pub(super) fn bool(&mut self, is: bool) {
        self.form.bool(is);
    }

    pub(super) fn null(&mut self) {
        self.form.null();
    }
}
