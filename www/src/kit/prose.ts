import { html, type TemplateResult } from 'lit';

/** The engine's sentences: what stands between backticks is code. */
export function prose(text: string): (string | TemplateResult)[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
