//! What a value on the wire may look like: the part of JSON Schema that serde types come out as, and no more. Everything else is
//! refused when the schema is read, so that no twin is looser than its type without anyone noticing.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Schema {
    /// In the order of their names.
    pub(crate) types: Vec<Named>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) doc: Option<String>,
    pub(crate) shape: Shape,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Anything,
    Null,
    Boolean,
    Text,
    Number,
    Integer,
    /// An integer that is not negative.
    Natural,
    /// One of these strings.
    OneOf(Vec<String>),
    Reference(String),
    List(Box<Shape>),
    /// An object whose keys are data.
    Record(Box<Shape>),
    Nullable(Box<Shape>),
    Object(Vec<Field>),
    /// An object told apart by one member that is always there.
    Tagged {
        tag: String,
        variants: Vec<Variant>,
    },
    /// No member tells these apart: the first that fits.
    Any(Vec<Shape>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) doc: Option<String>,
    pub(crate) presence: Presence,
    pub(crate) shape: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    Always,
    /// Left out when there is nothing to say; never null.
    MayBeAbsent,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Variant {
    pub(crate) value: String,
    pub(crate) doc: Option<String>,
    /// Without the tag.
    pub(crate) fields: Vec<Field>,
}
