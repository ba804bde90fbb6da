//! Keys.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::model::{Model, Overlay, Quit};

/// The most digits of a seed.
const DIGITS: usize = 20;

/// The rows that a page of the list of controllers goes.
const PAGE: usize = 10;

/// A key was pressed.
pub fn press(model: &mut Model, key: KeyEvent) {
    if key.kind == KeyEventKind::Release {
        return;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        if key.code == KeyCode::Char('c') {
            model.quit = Some(Quit::Interrupted);
        }
        return;
    }
    match model.overlay.clone() {
        Overlay::None if model.hand().is_some() => in_hand(model, key.code),
        Overlay::None => watching(model, key.code),
        Overlay::Help => {
            model.overlay = Overlay::None;
            if key.code == KeyCode::Char('q') {
                model.quit = Some(Quit::Asked);
            }
        }
        Overlay::Controllers(marked) => in_list(model, marked, key.code),
        Overlay::Seed(digits) => in_seed(model, digits, key.code),
    }
}

/// A key that means the same, whether the machine or a person plays.
fn anywhere(model: &mut Model, key: KeyCode) {
    match key {
        KeyCode::Char('q') => model.quit = Some(Quit::Asked),
        KeyCode::Char('?') | KeyCode::F(1) => model.overlay = Overlay::Help,
        KeyCode::Char('c') => model.overlay = Overlay::Controllers(model.names().1),
        KeyCode::Char('s') => model.overlay = Overlay::Seed(String::new()),
        KeyCode::Char('r') => model.restart(),
        KeyCode::Char('n') => model.next_game(),
        KeyCode::Char('h') => model.ghosts = !model.ghosts,
        KeyCode::Char('p') => model.take_over(),
        _ => {}
    }
}

fn watching(model: &mut Model, key: KeyCode) {
    match key {
        KeyCode::Char(' ') => model.pause(),
        KeyCode::Right => model.forward(),
        KeyCode::Left => model.back(),
        KeyCode::Char('+' | '=') | KeyCode::Up => model.clock.faster(),
        KeyCode::Char('-' | '_') | KeyCode::Down => model.clock.slower(),
        other => anywhere(model, other),
    }
}

fn in_hand(model: &mut Model, key: KeyCode) {
    let Some(hand) = model.hand_mut() else { return };
    match key {
        KeyCode::Left => hand.left(),
        KeyCode::Right => hand.right(),
        KeyCode::Up | KeyCode::Char('x') => hand.turn(false),
        KeyCode::Char('z') => hand.turn(true),
        KeyCode::Down | KeyCode::Enter | KeyCode::Char(' ') => model.drop_piece(),
        KeyCode::Backspace => model.take_back(),
        KeyCode::Char('a') => model.wants_advice = !model.wants_advice,
        KeyCode::Esc => model.take_over(),
        other => anywhere(model, other),
    }
}

fn in_list(model: &mut Model, marked: usize, key: KeyCode) {
    let (names, _) = model.names();
    let last = names.len() - 1;
    let to = match key {
        KeyCode::Up => marked.saturating_sub(1),
        KeyCode::Down => marked + 1,
        KeyCode::PageUp => marked.saturating_sub(PAGE),
        KeyCode::PageDown => marked + PAGE,
        KeyCode::Home => 0,
        KeyCode::End => last,
        KeyCode::Enter => {
            model.overlay = Overlay::None;
            return model.choose(marked);
        }
        KeyCode::Esc => {
            model.overlay = Overlay::None;
            return;
        }
        // A letter goes to the next name that begins with it.
        KeyCode::Char(letter) => {
            let begins = |index: &usize| names[*index].starts_with(letter);
            let after = marked + 1..names.len();
            after.chain(0..marked).find(begins).unwrap_or(marked)
        }
        _ => marked,
    };
    model.overlay = Overlay::Controllers(to.min(last));
}

fn in_seed(model: &mut Model, mut digits: String, key: KeyCode) {
    match key {
        KeyCode::Char(digit) if digit.is_ascii_digit() && digits.len() < DIGITS => {
            digits.push(digit);
        }
        KeyCode::Backspace => drop(digits.pop()),
        KeyCode::Esc => {
            model.overlay = Overlay::None;
            return;
        }
        KeyCode::Enter => {
            model.overlay = Overlay::None;
            return model.type_seed(&digits);
        }
        _ => {}
    }
    model.overlay = Overlay::Seed(digits);
}
