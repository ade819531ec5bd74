/**
 * Markdown as elements of the page. It may come from anybody: HTML in it is text, and what is made
 * of the rest is cleaned. It has lists, tables, code and links that the reader may follow, and nothing
 * that loads or runs.
 */

import DOMPurify from 'dompurify';
import { Marked } from 'marked';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const marked = new Marked({
  gfm: true,
  async: false,
  // HTML is no Markdown here: it is shown as it is written.
  renderer: { html: ({ text }) => escaped(text) },
});

const purify = DOMPurify(window);

const tags = [
  ...['p', 'br', 'hr', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'em', 'strong', 'del'],
  ...['ul', 'ol', 'li', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'sub', 'sup', 'kbd'],
];

purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  // Followed on request only, and told nothing of where it was.
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

export function markdown(text: string): DocumentFragment {
  // The page has headings of the first two levels itself.
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
