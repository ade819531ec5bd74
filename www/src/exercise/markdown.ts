/**
 * Renders Markdown from any source: HTML in it is shown as text, and the result is sanitized. It
 * has lists, tables, code and links that the reader may follow, and nothing that loads or runs.
 */

import DOMPurify from 'dompurify';
import { Marked } from 'marked';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const marked = new Marked({
  gfm: true,
  async: false,
  // HTML in Markdown is shown as text.
  renderer: { html: ({ text }) => escaped(text) },
});

const purify = DOMPurify(window);

const tags = [
  ...['p', 'br', 'hr', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'em', 'strong', 'del'],
  ...['ul', 'ol', 'li', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'sub', 'sup', 'kbd'],
];

purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  // Followed on request only, without a referrer.
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

export function markdown(text: string): DocumentFragment {
  // The page itself has the headings of the first two levels.
  const html = (marked.parse(text) as string).replaceAll(/<(\/?)h([1-4])>/g, (_, end, level) => {
    return `<${end}h${Math.min(Number(level) + 2, 6)}>`;
  });
  return purify.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['href', 'start', 'align'],
    ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
    RETURN_DOM_FRAGMENT: true,
  });
}
