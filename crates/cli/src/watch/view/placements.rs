//! The best placements, where there is room.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use tetrarium_lab::numbers::fixed;

use super::frames::framed;
use crate::watch::model::Model;
use crate::watch::palette::Palette;

/// Draws the best placements.
pub fn draw(model: &Model, palette: Palette, frame: &mut Frame, area: Rect) {
    let block = framed("placements, the best first", palette);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let hidden = model.hand().is_some() && !model.wants_advice;
    let Some((number, advice)) = model.advice().filter(|_| !hidden) else {
        return;
    };
    let Some(explanation) = &advice.explanation else {
        return;
    };
    let chosen = match model.hand() {
        Some(hand) => Some(hand.landing()),
        None => model.played(number).map(|played| played.landing),
    };
    let head = "rank  orientation  column  lines       rating       behind";
    let mut text = vec![Line::styled(head, palette.label())];
    let best = explanation.placements.first().and_then(|one| one.value);
    let rows = usize::from(inner.height).saturating_sub(1);
    for (rank, one) in (1..).zip(explanation.placements.iter().take(rows)) {
        let value = one.value.map(|value| explanation.rating_of(value));
        let behind = match (best, one.value) {
            (Some(best), Some(value)) if best.doom == value.doom => {
                let behind = explanation.rating_of(best) - explanation.rating_of(value);
                fixed(behind, 2)
            }
            _ => String::new(),
        };
        let value = value.map_or(String::new(), |value| fixed(value, 2));
        let placement = one.landing.placement;
        let sign = if Some(one.landing) == chosen {
            " ◂"
        } else {
            ""
        };
        let ends = if one.ends { "  ends the game" } else { "" };
        let row = format!(
            "{rank:>4}  {:>11}  {:>6}  {:>5}  {value:>11}  {behind:>11}{sign}{ends}",
            placement.orientation, placement.column, one.lines
        );
        text.push(match Some(one.landing) == chosen {
            true => Line::styled(row, palette.strong()),
            false => Line::raw(row),
        });
    }
    frame.render_widget(Paragraph::new(text), inner);
}
