import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import { options as words } from '../messages';
import {
  fromFields,
  type OptionFields,
  type OptionName,
  optionRanges,
  strategies,
} from '../options';
import { Watch } from '../store';
import { base } from './base';

/** The comparison's options, as fields. */
export class TmOptions extends LitElement {
  static override styles = [
    base,
    css`
      form {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem 1rem;
        align-items: start;
      }

      .field {
        display: grid;
        grid-template-columns: auto 1fr;
        align-items: center;
        gap: 0.125rem 0.5rem;
        max-inline-size: 100%;
      }

      input {
        inline-size: 8.5rem;
        max-inline-size: 100%;
        font-family: var(--mono);
        font-size: 0.9375rem;
      }

      input::placeholder {
        color: var(--muted);
        opacity: 1;
      }

      .short input {
        inline-size: 6rem;
      }

      input[aria-invalid='true'] {
        border-color: var(--differ);
        box-shadow: inset 0 0 0 1px var(--differ);
      }

      .error {
        grid-column: 1 / -1;
        color: var(--differ);
        font-size: 0.875rem;
        max-inline-size: 18rem;
      }

      .help {
        grid-column: 1 / -1;
        color: var(--muted);
        font-size: 0.875rem;
        max-inline-size: 22rem;
      }

      summary {
        padding-block: 0.375rem;
      }

      .more {
        display: flex;
        flex-wrap: wrap;
        gap: 0.75rem 1.5rem;
        align-items: start;
        padding-block: 0.5rem;
      }
    `,
  ];

  readonly #fields = new Watch(this, app.store, (state) => [state.options] as const);

  override render() {
    const [fields] = this.#fields.value;
    const reading = fromFields(fields);
    const wrong = reading.ok ? [] : reading.wrong;
    const field = (name: OptionName, help: 'seen' | 'unseen' = 'unseen') =>
      this.#field(name, fields, wrong.includes(name), help);
    return html`<form aria-label=${words.title} novalidate @submit=${prevent}>
      ${field('fuel')} ${field('depth')} ${field('input1')} ${field('input2')}
      <details ?open=${wrong.some((name) => inMore.includes(name))}>
        <summary>
          ${words.more} <span class="muted">(${words.strategy.names[fields.strategy]})</span>
        </summary>
        <div class="more">
          ${choice('strategy', strategies, fields.strategy)}
          ${app.solvers.length > 1 ? choice('solver', app.solvers, fields.solver) : nothing}
          ${field('maxRuns', 'seen')} ${field('seconds', 'seen')} ${field('conflicts', 'seen')}
          ${app.solvers.includes('z3') ? field('rlimit', 'seen') : nothing}
          <button type="button" @click=${() => app.resetOptions()}>${words.reset}</button>
        </div>
      </details>
    </form>`;
  }

  #field(name: OptionName, fields: OptionFields, isWrong: boolean, help: 'seen' | 'unseen') {
    const range = optionRanges[name];
    return html`<div class="field ${name === 'fuel' || name === 'depth' ? 'short' : ''}">
      <label for=${name} title=${words.help[name]}>${words.labels[name]}</label>
      <input
        id=${name}
        inputmode=${range === 'word' ? 'text' : 'numeric'}
        autocomplete="off"
        spellcheck="false"
        title=${words.help[name]}
        aria-invalid=${isWrong}
        aria-describedby="${name}-help ${name}-error"
        placeholder=${placeholder(name, fields) ?? nothing}
        .value=${fields[name]}
        @input=${(event: InputEvent) =>
          app.setOption(name, (event.target as HTMLInputElement).value)}
      />
      <span id="${name}-help" class=${help === 'seen' ? 'help' : 'unseen'}>${words.help[name]}</span>
      <span id="${name}-error" class="error">${isWrong ? words.wrong(range) : nothing}</span>
    </div>`;
  }
}

/** What holds for a field that is left empty. */
function placeholder(name: OptionName, { strategy }: OptionFields): string | undefined {
  if (name === 'depth') return words.leftOut[strategy];
  return name === 'seconds' ? words.noLimit : undefined;
}

/** Those that are not seen at first. */
const inMore: readonly OptionName[] = ['maxRuns', 'seconds', 'rlimit', 'conflicts'];

function choice<Name extends 'strategy' | 'solver'>(
  name: Name,
  values: readonly OptionFields[Name][],
  chosen: OptionFields[Name],
) {
  const { label } = words[name];
  const names: Record<string, string> = words[name].names;
  const help: Record<string, string> = words[name].help;
  const choose = (event: Event) =>
    app.setOption(name, (event.target as HTMLSelectElement).value as OptionFields[Name]);
  return html`<div class="field">
    <label for=${name}>${label}</label>
    <select id=${name} aria-describedby="${name}-help" .value=${chosen} @change=${choose}>
      ${values.map(
        (value) =>
          html`<option value=${value} ?selected=${value === chosen}>${names[value]}</option>`,
      )}
    </select>
    <span id="${name}-help" class="help">${help[chosen]}</span>
  </div>`;
}

const prevent = (event: Event) => event.preventDefault();

customElements.define('tm-options', TmOptions);
