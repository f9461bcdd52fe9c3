//! Words for messages: quoted values, lists of them, and the word that was probably meant.

use strsim::osa_distance as distance;

/// A value in a message; an empty one can still be seen.
pub fn quoted(value: &str) -> String {
    if value.is_empty() {
        "`\"\"`".to_owned()
    } else {
        format!("`{value}`")
    }
}

/// The nearest of some words if one is near, else all of them.
pub fn expected(word: &str, words: &[&str]) -> String {
    match nearest(word, words) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("expected {}", list(words)),
    }
}

/// The nearest of some words, if one is near: the word is wrong, and may be meant to be that.
pub fn nearest<'w>(word: &str, words: &[&'w str]) -> Option<&'w str> {
    let word = word.to_lowercase();
    let (distance, nearest) = words
        .iter()
        .map(|known| (distance(&word, known), *known))
        .min()?;
    (distance <= 1 + nearest.len() / 4).then_some(nearest)
}

/// The word that another looks like a slip of, though it may be meant.
pub fn slip<'w>(word: &str, words: &[&'w str]) -> Option<&'w str> {
    nearest(word, words).filter(|near| distance(word, near) <= 1.max(near.len() / 4))
}

/// Words for a sentence.
fn list(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    any(&quoted)
}

/// String values for a sentence.
pub fn either(values: &[&str]) -> String {
    let quoted: Vec<String> = values.iter().map(|value| format!("\"{value}\"")).collect();
    any(&quoted)
}

fn any(quoted: &[String]) -> String {
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_letters_and_swaps() {
        let cases = [
            ("", "", 0),
            ("", "abc", 3),
            ("on", "on", 0),
            ("itn", "int", 1),
            ("retrun", "return", 1),
        ];
        for (left, right, expected) in cases
            .into_iter()
            .chain([("kitten", "sitting", 3), ("größe", "grosse", 3)])
        {
            assert_eq!(distance(left, right), expected, "{left} {right}");
            assert_eq!(distance(right, left), expected, "{right} {left}");
        }
    }

    #[test]
    fn the_nearest_word_is_named_where_one_is_near() {
        let points = ["enter", "exit", "return", "exception"];
        assert_eq!(expected("ENTER", &points), "did you mean `enter`?");
        assert_eq!(expected("entry", &points), "did you mean `enter`?");
        assert_eq!(
            expected("finally", &points),
            "expected `enter`, `exit`, `return` or `exception`"
        );
        assert_eq!(expected("other", &["only"]), "expected `only`");
    }
}
