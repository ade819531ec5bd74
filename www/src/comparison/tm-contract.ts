import { css, html } from 'lit';

import { Component } from '../app/component';
import { base } from '../kit/base';
import { contract as messages } from './messages';
import { fromFields } from './options';

/** What Compare asks: for which inputs, and what of the runs has to be the same. */
export class TmContract extends Component {
  static override styles = [
    base,
    css`
      p {
        font-size: var(--text-xs);
        line-height: 1.4;
        text-wrap: pretty;
      }

      b {
        font-weight: 600;
      }
    `,
  ];

  readonly #seen = this.watch((state) => [state.options] as const);

  override render() {
    const [fields] = this.#seen.value;
    const reading = fromFields(fields);
    const fuel = reading.ok ? reading.options.fuel : undefined;
    return html`<p aria-label=${messages.label}>
      <b>${messages.inputs[fields.strategy]}</b> ${messages.observed[fields.strategy]}${
        fuel === undefined ? '' : messages.within(fuel)
      }.
    </p>`;
  }
}

customElements.define('tm-contract', TmContract);
