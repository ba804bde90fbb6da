//! Reading the rating of a controller file, whose sections the table of rating kinds knows.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use toml::Spanned;

use super::text::{Reader, Table, in_order};
use crate::controller::ControllerError;
use crate::controller::scores::{ScoresFile, with_scores};
use crate::game::danger::Danger;
use crate::rating::features::{Count, Reading};
use crate::rating::net::{Net, NetFile};
use crate::rating::{Bands, Form, Function, Rating, RatingKind, TABLE, Term};

/// `[rating]`: its kind and its sections.
pub(super) type RatingFile = HashMap<Spanned<String>, Spanned<Field>>;

/// The section that holds a net.
const NET_SECTION: &str = "net";

/// The field that names the file of a table's scores.
const SCORES: &str = "scores";

/// A field of `[rating]`.
pub(super) enum Field {
    /// The kind, or what bands are by.
    Text(String),
    /// The bounds of bands.
    List(Vec<toml::Value>),
    /// The parts of functions, by the names of their features.
    Section(Table),
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Field, D::Error> {
        struct OfField;
        impl<'de> Visitor<'de> for OfField {
            type Value = Field;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                write!(f, "a name, a list of bounds, or a table of features")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Field, E> {
                Ok(Field::Text(text.to_string()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Field, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(seq)).map(Field::List)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Field, A::Error> {
                Table::deserialize(MapAccessDeserializer::new(map)).map(Field::Section)
            }
        }
        from.deserialize_any(OfField)
    }
}

/// A term, where the file names it, and by which form.
struct Found<'a> {
    place: usize,
    form: &'a Form,
    term: Term,
}

impl Reader<'_> {
    pub(super) fn rating(&self, file: &Spanned<RatingFile>) -> Result<Rating, ControllerError> {
        let kind = self.kind(file)?;
        let sections = self.sections(kind, file.get_ref())?;
        let bands = match kind.bands {
            true => self.bands(file)?,
            false => Bands::default(),
        };
        let scores = match sections.get(SCORES) {
            Some(section) => Some(self.scores(file, section)?),
            None => None,
        };
        let mut found: Vec<Found> = Vec::new();
        for form in kind.forms {
            for (name, term) in self.terms(form, &sections, scores.as_deref())? {
                Rating::check_bands(&term, &bands)
                    .and_then(|()| term.check_pattern())
                    .map_err(|error| self.error(name.span(), error))?;
                let mut others = found.iter().filter(|other| other.form != *form);
                if let Some(other) = others.find(|other| other.term.reading == term.reading) {
                    let message = format!(
                        "{} has a {} and a {}: give it one of them",
                        name.get_ref(),
                        part_of(other.form),
                        part_of(form)
                    );
                    return Err(self.error(name.span(), message));
                }
                found.push(Found {
                    place: name.span().start,
                    form,
                    term,
                });
            }
        }
        let net = self.net(kind, file)?;
        if found.is_empty() && net.is_none() {
            let message = "the rating has no weights: name at least one feature";
            return Err(self.error(file.span(), message));
        }
        found.sort_by_key(|found| found.place);
        let terms = found.into_iter().map(|found| found.term).collect();
        Ok(Rating {
            kind,
            terms,
            net,
            bands,
        })
    }

    /// The scores in the file that a rating names.
    fn scores(
        &self,
        file: &Spanned<RatingFile>,
        section: &Table,
    ) -> Result<Vec<f64>, ControllerError> {
        let mut fields = file.get_ref().iter();
        let named = fields.find(|(name, _)| name.get_ref() == SCORES);
        let place = named.map_or(file.span(), |(name, _)| name.span());
        let read = plain_table(section).try_into::<ScoresFile>();
        let read = read.map_err(|error| error.message().lines().collect::<Vec<_>>().join(" "));
        let scores = read.and_then(|file| file.read(self.beside));
        scores.map_err(|message| self.error(place, format!("{SCORES}: {message}")))
    }

    /// The net of a kind that has one.
    fn net(
        &self,
        kind: &RatingKind,
        file: &Spanned<RatingFile>,
    ) -> Result<Option<Arc<Net>>, ControllerError> {
        if !kind.net {
            return Ok(None);
        }
        let mut fields = file.get_ref().iter();
        let Some((name, field)) = fields.find(|(name, _)| name.get_ref() == NET_SECTION) else {
            let message = "the rating has no net: give it in [rating.net]";
            return Err(self.error(file.span(), message));
        };
        let Field::Section(section) = field.get_ref() else {
            unreachable!("the sections were looked at before");
        };
        let read = plain_table(section).try_into::<NetFile>();
        let read = read.map_err(|error| error.message().lines().collect::<Vec<_>>().join(" "));
        let net = read.and_then(NetFile::read);
        let net = net.map_err(|message| self.error(name.span(), format!("net: {message}")))?;
        Ok(Some(Arc::new(net)))
    }

    /// The bands of a kind that has them.
    fn bands(&self, file: &Spanned<RatingFile>) -> Result<Bands, ControllerError> {
        let field = |name: &str| {
            let mut fields = file.get_ref().iter();
            let found = fields.find(|(key, _)| key.get_ref() == name);
            found.map(|(_, field)| (field.span(), field.get_ref()))
        };
        let by = match field("by") {
            Some((place, Field::Text(name))) => {
                let by = Danger::named(name);
                by.map_err(|error| self.error(place, format!("by: {error}")))?
            }
            Some((place, _)) => return Err(self.error(place, "by: a name was expected")),
            None => {
                let message = "the bands have no measure: say which danger of the board before \
                               the move they are of, for example by = \"pile\"";
                return Err(self.error(file.span(), message));
            }
        };
        let missing = "the bands have no bounds: say where each but the first begins, for example \
                       bounds = [6, 12]";
        let (place, list) = match field("bounds") {
            Some((place, Field::List(list))) => (place, list),
            Some((place, _)) => return Err(self.error(place, "bounds: a list was expected")),
            None => return Err(self.error(file.span(), missing)),
        };
        if list.is_empty() {
            return Err(self.error(place, missing));
        }
        let mut bounds = Vec::new();
        for bound in list {
            let whole = bound
                .as_integer()
                .and_then(|bound| i32::try_from(bound).ok());
            bounds.push(whole.ok_or_else(|| {
                let message = format!("bounds: {bound} is not possible: a bound is a whole number");
                self.error(place.clone(), message)
            })?);
        }
        let bands = Bands { by, bounds };
        let checked = bands.check();
        checked.map_err(|message| self.error(place, format!("bounds: {message}")))?;
        Ok(bands)
    }

    fn kind(&self, file: &Spanned<RatingFile>) -> Result<&'static RatingKind, ControllerError> {
        let mut fields = file.get_ref().iter();
        match fields.find(|(name, _)| name.get_ref() == "kind") {
            None => Err(self.error(file.span(), "missing field `kind`")),
            Some((_, kind)) => match kind.get_ref() {
                Field::Text(name) => {
                    RatingKind::named(name).map_err(|error| self.error(kind.span(), error))
                }
                _ => Err(self.error(kind.span(), "kind: a name was expected")),
            },
        }
    }

    /// The sections by name: all are of the kind, and name no feature that is not in the first of
    /// their form.
    fn sections<'a>(
        &self,
        kind: &RatingKind,
        file: &'a RatingFile,
    ) -> Result<HashMap<&'a str, &'a Table>, ControllerError> {
        let mut sections = HashMap::new();
        for (name, field) in in_order(file) {
            match field.get_ref() {
                _ if name.get_ref() == "kind" => {}
                _ if kind.bands && ["by", "bounds"].contains(&name.get_ref().as_str()) => {}
                Field::Text(_) | Field::List(_) => {
                    let message = format!("{}: a table was expected", name.get_ref());
                    return Err(self.error(field.span(), message));
                }
                Field::Section(section) => {
                    sections.insert(name.get_ref().as_str(), section);
                    let has_net = kind.net && name.get_ref() == NET_SECTION;
                    if has_net || *kind == TABLE && name.get_ref() == SCORES {
                        continue;
                    }
                    let known = kind.forms.iter().flat_map(|form| form.sections);
                    if known.clone().all(|(known, _)| known != name.get_ref()) {
                        let message =
                            format!("a rating of kind {} has no {}", kind.name, name.get_ref());
                        return Err(self.error(name.span(), message));
                    }
                }
            }
        }
        for form in kind.forms {
            for (section, _) in &form.sections[1..] {
                for (name, _) in sections
                    .get(section)
                    .map(|s| in_order(s))
                    .unwrap_or_default()
                {
                    let first = sections.get(form.sections[0].0);
                    if !first.is_some_and(|first| first.contains_key(name)) {
                        let message = format!(
                            "{} is among the {section} but has no {}",
                            name.get_ref(),
                            part_of(form)
                        );
                        return Err(self.error(name.span(), message));
                    }
                }
            }
        }
        Ok(sections)
    }

    /// The terms of one form, with their names in the file. `scores` are those of the file beside.
    fn terms<'a>(
        &self,
        form: &Form,
        sections: &HashMap<&str, &'a Table>,
        scores: Option<&[f64]>,
    ) -> Result<Vec<(&'a Spanned<String>, Term)>, ControllerError> {
        let first = sections.get(form.sections[0].0);
        let mut all = Vec::new();
        for (name, value) in first.map(|first| in_order(first)).unwrap_or_default() {
            let reading =
                Reading::named(name.get_ref()).map_err(|error| self.error(name.span(), error))?;
            let count = reading.feature.count;
            let wrong = |message: String| {
                self.error(value.span(), format!("{}: {message}", name.get_ref()))
            };
            let firsts = self.values(name.get_ref(), value, count)?;
            let parts = firsts
                .iter()
                .map(|part| Ok(vec![with_scores(part, scores)?]));
            let parts: Result<Vec<Vec<toml::Value>>, String> = parts.collect();
            let mut parts = parts.map_err(wrong)?;
            for (section, default) in &form.sections[1..] {
                let given = sections.get(section).and_then(|s| s.get_key_value(name));
                let values = match given {
                    Some((_, value)) => self.values(name.get_ref(), value, count)?,
                    None => vec![toml::Value::Float(default.unwrap_or_default()); firsts.len()],
                };
                if values.len() != firsts.len() {
                    let message = format!(
                        "{} has {} {}, but {} numbers here",
                        name.get_ref(),
                        firsts.len(),
                        form.sections[0].0,
                        values.len()
                    );
                    let place = given.map_or(name.span(), |(key, _)| key.span());
                    return Err(self.error(place, message));
                }
                for (parts, value) in parts.iter_mut().zip(values) {
                    parts.push(value);
                }
            }
            let functions = parts.iter().map(|parts| (form.read)(parts));
            let functions: Result<Vec<Function>, String> = functions.collect();
            let functions = functions.map_err(wrong)?;
            all.push((name, Term { reading, functions }));
        }
        Ok(all)
    }

    /// The parts of a feature's functions: one, or for a feature with several values a list.
    fn values(
        &self,
        name: &str,
        value: &Spanned<toml::Value>,
        count: Count,
    ) -> Result<Vec<toml::Value>, ControllerError> {
        match (value.get_ref(), count) {
            (one, Count::One) => Ok(vec![one.clone()]),
            (toml::Value::Array(values), _) => Ok(values.clone()),
            _ => Err(self.error(
                value.span(),
                format!(
                    "{name}: this feature has several values: give a list of weights, one for each"
                ),
            )),
        }
    }
}

/// A section without the places of its fields.
fn plain_table(section: &Table) -> toml::Table {
    let fields = section.iter();
    fields
        .map(|(key, value)| (key.get_ref().clone(), value.get_ref().clone()))
        .collect()
}

/// What the first section of a form holds of a feature: "weight", "table".
fn part_of(form: &Form) -> &'static str {
    form.sections[0].0.trim_end_matches('s')
}
