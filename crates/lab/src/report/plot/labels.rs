//! Room for words.

/// About how wide a text is, in pixels at a size of 12: a drawing has to leave room for words it
/// cannot measure.
pub fn text_width(text: &str) -> f64 {
    text.chars()
        .map(|character| match character {
            'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '\u{202f}' => 3.6,
            'f' | 't' | 'r' | '(' | ')' | ' ' | '-' | '/' | '·' => 4.6,
            'm' | 'w' | 'M' | 'W' | '%' | '@' | '—' => 10.2,
            c if c.is_ascii_uppercase() => 8.2,
            c if c.is_ascii() => 6.8,
            c if (c as u32) < 0x2e80 => 7.2,
            _ => 12.0,
        })
        .sum()
}

/// A text cut off where it would be wider than this.
pub fn fitted(text: &str, width: f64) -> String {
    if text_width(text) <= width {
        return text.to_string();
    }
    let mut short = String::new();
    for character in text.chars() {
        short.push(character);
        if text_width(&short) + 8.0 > width {
            short.pop();
            break;
        }
    }
    short.trim_end_matches([' ', '·']).to_string() + "…"
}

/// Places for labels that want to stand at some heights but at least `gap` apart, within `top` and
/// `bottom`. In the order given.
pub fn spread_apart(wanted: &[f64], gap: f64, top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|a, b| wanted[*a].total_cmp(&wanted[*b]));
    let mut places = wanted.to_vec();
    let mut free = top;
    for &index in &order {
        places[index] = places[index].max(free);
        free = places[index] + gap;
    }
    let mut free = bottom;
    for &index in order.iter().rev() {
        places[index] = places[index].min(free);
        free = places[index] - gap;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_do_not_overlap() {
        let places = spread_apart(&[50.0, 10.0, 12.0, 99.0, 98.0], 12.0, 0.0, 100.0);
        let mut sorted = places.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] >= 11.999));
        assert!(places[1] < places[2], "their order stays");
        assert!(sorted[4] <= 100.0);
    }

    #[test]
    fn words_that_do_not_fit_are_cut() {
        assert_eq!(fitted("short", 100.0), "short");
        let cut = fitted("a rather long · description", 80.0);
        assert!(cut.ends_with('…') && text_width(&cut) <= 84.0, "{cut}");
    }

    #[test]
    fn wider_words_are_wider() {
        assert!(text_width("dellacherie") < text_width("amundsen-dellacherie"));
    }
}
