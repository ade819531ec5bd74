import { html, type TemplateResult } from 'lit';

/** Renders the engine's sentences: text between backticks is code. */
export function prose(text: string): (string | TemplateResult)[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
