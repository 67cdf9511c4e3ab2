//! The fields of one object, taken by name.

use super::{Fault, FromJson, Misfit, word};
use serde_json::{Map, Value};

pub struct Fields<'a>(&'a mut Map<String, Value>);

impl<'a> Fields<'a> {
    pub fn of(value: &'a mut Value) -> Result<Self, Misfit> {
        match value {
            Value::Object(fields) => Ok(Self(fields)),
            other => Err(Misfit::kind("an object", other)),
        }
    }

    pub fn required<T: FromJson>(&mut self, name: &'static str) -> Result<T, Misfit> {
        match self.0.get_mut(name) {
            Some(value) => T::from_json(value).map_err(|misfit| misfit.in_field(name)),
            None => T::absent().ok_or_else(|| Misfit::new(Fault::Missing).in_field(name)),
        }
    }

    pub fn or_default<T: FromJson + Default>(&mut self, name: &'static str) -> Result<T, Misfit> {
        match self.0.get_mut(name) {
            Some(value) => T::from_json(value).map_err(|misfit| misfit.in_field(name)),
            None => Ok(T::default()),
        }
    }

    /// Leaves the field as it is if the object does not have it.
    pub fn replace<T: FromJson>(&mut self, name: &'static str, field: &mut T) -> Result<(), Misfit> {
        if let Some(value) = self.0.get_mut(name) {
            *field = T::from_json(value).map_err(|misfit| misfit.in_field(name))?;
        }
        Ok(())
    }

    /// A field that had another name in older JSON; under both at once it says two things.
    pub fn rename(&mut self, old: &'static str, name: &'static str) -> Result<(), Misfit> {
        match self.0.remove(old) {
            Some(_) if self.0.contains_key(name) => Err(Misfit::refused(&"it is there twice").in_field(name)),
            Some(value) => {
                self.0.insert(name.to_owned(), value);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Which of these words a field is, as a position among them.
    pub fn word(&self, name: &'static str, words: &'static [&'static str]) -> Result<usize, Misfit> {
        let found = match self.0.get(name) {
            Some(value) => word(value, words),
            None => Err(Misfit::new(Fault::Missing)),
        };
        found.map_err(|misfit| misfit.in_field(name))
    }

    /// Refuses any field that is not one of these.
    pub fn only(&self, names: &'static [&'static str]) -> Result<(), Misfit> {
        match self.0.keys().find(|key| !names.contains(&key.as_str())) {
            Some(key) => Err(Misfit::new(Fault::Unknown { field: super::misfit::shortened(key) })),
            None => Ok(()),
        }
    }
}
