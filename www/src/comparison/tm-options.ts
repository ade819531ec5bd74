import { css, html, nothing } from 'lit';
import { base } from '../kit/base';
import { fieldStyles } from '../kit/field';
import { Component } from '../playground/component';
import { contractOf } from './contract';
import { options as messages } from './messages';
import {
  fromFields,
  type OptionFields,
  type OptionName,
  optionRanges,
  strategies,
} from './options';

/** The comparison's options, as fields. */
export class TmOptions extends Component {
  static override styles = [
    base,
    fieldStyles,
    css`
      form {
        display: flex;
        flex-wrap: wrap;
        gap: 0.375rem var(--space-3);
        align-items: start;
        font-size: var(--text-s);
      }

      .field {
        display: grid;
        grid-template-columns: auto 1fr;
        align-items: center;
        gap: 0.125rem var(--space-2);
        max-inline-size: 100%;
      }

      input {
        inline-size: 6.75rem;
        padding-inline: var(--space-2);
        max-inline-size: 100%;
        font-family: var(--mono);
        font-size: var(--text-xs);
      }

      input::placeholder {
        color: var(--muted);
        opacity: 1;
      }

      .short input {
        inline-size: 5rem;
      }

      .error {
        grid-column: 1 / -1;
        max-inline-size: 18rem;
      }

      .help {
        grid-column: 1 / -1;
        max-inline-size: 22rem;
      }

      summary {
        padding-block: 0.375rem;
      }

      .more {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr));
        gap: var(--space-3) var(--space-5);
        align-items: start;
        padding-block: var(--space-2);
      }

      /* Under each other, so that labels of all lengths stand in line. */
      .more .field {
        grid-template-columns: minmax(0, 1fr);
        justify-items: start;
      }

      .more > button {
        justify-self: start;
      }
    `,
  ];

  override render() {
    const { options: fields } = this.state;
    const reading = fromFields(fields);
    const wrong = reading.ok ? [] : reading.wrong;
    const field = (name: OptionName, help: 'seen' | 'unseen' = 'unseen') =>
      this.#field(name, fields, wrong.includes(name), help);
    return html`<form aria-label=${messages.title} novalidate @submit=${prevent}>
      ${field('fuel')} ${field('depth')}
      ${contractOf(fields.contract).array == null ? [field('input1'), field('input2')] : nothing}
      <details ?open=${wrong.some((name) => inMore.includes(name))}>
        <summary>
          ${messages.more}
          ${
            fields.strategy === 'paper'
              ? html`<span class="badge">${messages.strategy.badge}</span>`
              : html`<span class="muted">(${messages.strategy.names[fields.strategy]})</span>`
          }
        </summary>
        <div class="more">
          ${this.#choice('strategy', strategies, fields.strategy)}
          ${this.app.solvers.length > 1 ? this.#choice('solver', this.app.solvers, fields.solver) : nothing}
          ${field('maxRuns', 'seen')} ${field('seconds', 'seen')} ${field('effort', 'seen')}
          <button type="button" @click=${() => this.app.options.reset()}>${messages.reset}</button>
        </div>
      </details>
    </form>`;
  }

  #field(name: OptionName, fields: OptionFields, isWrong: boolean, help: 'seen' | 'unseen') {
    const range = optionRanges[name];
    return html`<div class="field ${name === 'fuel' || name === 'depth' ? 'short' : ''}">
      <label for=${name} title=${messages.help[name]}>${messages.labels[name]}</label>
      <input
        id=${name}
        inputmode=${range === 'word' ? 'text' : 'numeric'}
        autocomplete="off"
        spellcheck="false"
        title=${messages.help[name]}
        aria-invalid=${isWrong}
        aria-describedby="${name}-help ${name}-error"
        placeholder=${placeholder(name, fields) ?? nothing}
        .value=${fields[name]}
        @input=${(event: InputEvent) =>
          this.app.options.set(name, (event.target as HTMLInputElement).value)}
      />
      <span id="${name}-help" class=${help === 'seen' ? 'help' : 'unseen'}>${messages.help[name]}</span>
      <span id="${name}-error" class="error">${isWrong ? messages.wrong(range) : nothing}</span>
    </div>`;
  }

  #choice<Name extends 'strategy' | 'solver'>(
    name: Name,
    values: readonly OptionFields[Name][],
    chosen: OptionFields[Name],
  ) {
    const { label } = messages[name];
    const names: Record<string, string> = messages[name].names;
    const help: Record<string, string> = messages[name].help;
    const choose = (event: Event) =>
      this.app.options.set(name, (event.target as HTMLSelectElement).value as OptionFields[Name]);
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
}

/** What holds for a field that is left empty. */
function placeholder(name: OptionName, { strategy }: OptionFields): string | undefined {
  if (name === 'depth') return messages.leftOut[strategy];
  return name === 'seconds' ? messages.noLimit : undefined;
}

/** Those that are not seen at first. */
const inMore: readonly OptionName[] = ['maxRuns', 'seconds', 'effort'];

const prevent = (event: Event) => event.preventDefault();

customElements.define('tm-options', TmOptions);
