import { css, html } from 'lit';
import type { Side } from '../../engine/types';
import { base } from '../../kit/base';
import { Component } from '../../playground/component';
import { sides } from '../../programs/control';
import { mutants as messages } from './messages';
import { partStyles } from './styles';
import { initialTesting } from './testing';
import './tm-missed';
import './tm-quiz-link';

/** Wrong programs derived from one of the programs: what tests miss, and a quiz. */
export class TmMutants extends Component {
  static override styles = [
    base,
    partStyles,
    css`
      :host {
        display: block;
        padding: var(--space-3);
      }

      section {
        margin-block-start: var(--space-4);
      }

      section + section {
        padding-block-start: var(--space-4);
        border-block-start: 1px solid var(--line);
      }

      h3 {
        margin-block-end: 0.125rem;
        font-size: var(--text-body);
      }

      /* It is nothing but controls. */
      @media print {
        section[aria-labelledby='quiz'] {
          display: none;
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    // This restores tests that were typed at an earlier visit.
    this.app.searches.testing();
  }

  override render() {
    const { testing = initialTesting, names } = this.state;
    const choose = async (event: Event) => {
      const { value } = event.target as HTMLSelectElement;
      (await this.app.searches.testing()).choose(value as Side);
    };
    return html`<p>
        <label for="program">${messages.program}</label>
        <select id="program" @change=${choose}>
          ${sides.map(
            (side) =>
              html`<option value=${side} ?selected=${side === testing.side}>
                ${names[side] || messages.sides[side]}
              </option>`,
          )}
        </select>
      </p>
      <section aria-labelledby="tests">
        <h3 id="tests">${messages.tests}</h3>
        <tm-missed></tm-missed>
      </section>
      <section aria-labelledby="quiz">
        <h3 id="quiz">${messages.quiz}</h3>
        <tm-quiz-link></tm-quiz-link>
      </section>`;
  }
}

customElements.define('tm-mutants', TmMutants);
