//! Reports as HTML pages: one file that loads nothing and runs no script.

use std::fmt::Write;

/// The page's colours and fonts, and the styles of all reports.
const STYLE: &str = concat!(include_str!("../../www/src/kit/tokens.css"), include_str!("page.css"));

/// A complete page, with a title (text), its own styles, and its content (HTML).
pub fn page(title: &str, style: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta \
         name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta \
         http-equiv=\"content-security-policy\" content=\"default-src 'none'; style-src \
         'unsafe-inline'\">\n<title>{}</title>\n<style>\n{STYLE}{style}</style>\n\
         </head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        html(title)
    )
}

/// Writes the start of a table that scrolls separately.
pub fn table(text: &mut String, name: &str, columns: &[&str]) {
    let _ = write!(
        text,
        "<div class=\"table\" role=\"region\" aria-label=\"{}\" tabindex=\"0\"><table>\n<thead><tr>",
        html(name)
    );
    for column in columns {
        let _ = write!(text, "<th scope=\"col\">{column}</th>");
    }
    text.push_str("</tr></thead>\n<tbody>\n");
}

/// Converts text to HTML; parts in backquotes become code.
pub fn marked(text: &str) -> String {
    let mut parts = String::new();
    for (index, part) in text.split('`').enumerate() {
        // With an odd number of backquotes, none of them is markup.
        let is_code = index % 2 == 1 && text.matches('`').count().is_multiple_of(2);
        match is_code {
            true => {
                let _ = write!(parts, "<code>{}</code>", html(part));
            }
            false if index > 0 && !text.matches('`').count().is_multiple_of(2) => {
                let _ = write!(parts, "`{}", html(part));
            }
            false => parts.push_str(&html(part)),
        }
    }
    parts
}

/// Escapes text for HTML, including attributes.
pub fn html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_backquotes_is_code() {
        assert_eq!(marked("`a<b` should be `c`"), "<code>a&lt;b</code> should be <code>c</code>");
        assert_eq!(marked("a ` <b>"), "a ` &lt;b&gt;");
    }

    #[test]
    fn nothing_of_a_name_is_markup() {
        assert_eq!(html("<b a='1'>&\""), "&lt;b a=&#39;1&#39;&gt;&amp;&quot;");
    }
}
