import { css, html, nothing } from 'lit';
import { linked } from '../help/linked';
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
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr));
        gap: var(--space-3) var(--space-5);
        align-items: start;
      }

      .field {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        justify-items: start;
        gap: 0.125rem;
      }

      input {
        inline-size: 9rem;
        max-inline-size: 100%;
        font-family: var(--mono);
      }

      input::placeholder {
        color: var(--muted);
        opacity: 1;
      }

      select {
        max-inline-size: 100%;
      }

      form > button {
        justify-self: start;
      }
    `,
  ];

  override render() {
    const { options: fields } = this.state;
    const reading = fromFields(fields);
    const wrong = reading.ok ? [] : reading.wrong;
    const field = (name: OptionName) => this.#field(name, fields, wrong.includes(name));
    return html`<form aria-label=${messages.title} novalidate @submit=${prevent}>
      ${field('fuel')} ${field('depth')}
      ${contractOf(fields.contract).array == null ? [field('input1'), field('input2')] : nothing}
      ${field('maxRuns')} ${field('seconds')} ${field('effort')}
      ${this.#choice('strategy', strategies, fields.strategy)}
      ${this.app.solvers.length > 1 ? this.#choice('solver', this.app.solvers, fields.solver) : nothing}
      <button type="button" @click=${() => this.app.options.reset()}>${messages.reset}</button>
    </form>`;
  }

  #field(name: OptionName, fields: OptionFields, isWrong: boolean) {
    const range = optionRanges[name];
    return html`<div class="field">
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
      <span id="${name}-help" class="help">${linked(messages.help[name])}</span>
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
    <span id="${name}-help" class="help">${linked(help[chosen] ?? '')}</span>
  </div>`;
  }
}

/** The default shown in an empty field. */
function placeholder(name: OptionName, { strategy }: OptionFields): string | undefined {
  if (name === 'depth') return messages.leftOut[strategy];
  return name === 'seconds' ? messages.noLimit : undefined;
}

const prevent = (event: Event) => event.preventDefault();

customElements.define('tm-options', TmOptions);
