/** The code that an author pastes, for both ways of embedding. */

import { writeQuestion } from '../comparison/arm64-question';
import { type OptionFields, toFields } from '../comparison/options';
import { isWlp4, type Sources } from '../engine/sources';
import { receipts } from '../links/claim-messages';
import { type Shared, usual, write } from '../links/schema';
import { attributeOf } from './content';
import { embed as messages } from './messages';
import { type EmbedOptions, toNames, writeEmbedOptions } from './options';

/** An element in an author's markup. */
export interface Markup {
  name: string;
  attributes: Record<string, string>;
  /** Text, or elements on lines of their own. */
  content: string | readonly Markup[];
}

/** A frame that shows a comparison; undefined for programs that are too long for a link. */
export function frameMarkup(
  base: string,
  shared: Shared,
  options: EmbedOptions,
): Markup | undefined {
  const fragment = write(shared);
  if (fragment === undefined) return undefined;
  return {
    name: 'iframe',
    attributes: {
      src: `${base}embed.html#${fragment}${writeEmbedOptions(options)}`,
      title: messages.frameTitle,
      width: '100%',
      height: '420',
      frameborder: '0',
      loading: 'lazy',
      // For a button that copies a text.
      allow: 'clipboard-write',
    },
    content: '',
  };
}

/**
 * The comparison as text that can be activated; undefined unless each program is one text in
 * assembly.
 */
export function componentMarkup(shared: Shared, embed: EmbedOptions): Markup | undefined {
  const { programs, names, options, arm64, receipt } = shared;
  const [left, right] = [onlyText(programs.left), onlyText(programs.right)];
  if (left === undefined || right === undefined) return undefined;
  const program = (side: 'left' | 'right', text: string): Markup => ({
    name: 'pre',
    attributes: names[side] ? { 'data-name': names[side] } : {},
    // The parser drops the first line break.
    content: `\n${text.replace(/\n$/, '')}\n`,
  });
  const verdict: Markup[] = receipt
    ? [{ name: 'p', attributes: {}, content: receipts.sentence(receipt, shared) }]
    : [];
  return {
    name: 'tamarin-compare',
    attributes: {
      ...toNames(embed),
      ...(arm64 ? { machine: 'arm64', ...writeQuestion(arm64) } : unusualOptions(options)),
    },
    content: [program('left', left), program('right', right), ...verdict],
  };
}

/** The attributes of options that are not usual. */
function unusualOptions(options: Shared['options']): Record<string, string> {
  const unusual = Object.entries(toFields(options)).filter(
    ([name, value]) => value !== usual[name as keyof OptionFields],
  );
  return Object.fromEntries(unusual.map(([name, value]) => [attributeOf(name), value]));
}

function onlyText(sources: Sources): string | undefined {
  const [first, second] = sources;
  return first && !second && !isWlp4(first) ? first.text : undefined;
}

export function scriptMarkup(base: string): Markup {
  return {
    name: 'script',
    attributes: { src: `${base}tamarin-compare.js`, async: '' },
    content: '',
  };
}

export function toHtml({ name, attributes, content }: Markup): string {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => attribute(key, value))];
  const inner =
    typeof content === 'string' ? escaped(content) : `\n${content.map(toHtml).join('\n')}\n`;
  return `<${start.join(' ')}>${inner}</${name}>`;
}

/** The same as an element, as a parser builds it from {@link toHtml}. */
export function toElement({ name, attributes, content }: Markup): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (typeof content !== 'string') element.append(...content.map(toElement));
  else element.textContent = name === 'pre' ? content.replace(/^\n/, '') : content;
  return element;
}

const attribute = (key: string, value: string) =>
  value === '' ? key : `${key}="${escaped(value)}"`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
