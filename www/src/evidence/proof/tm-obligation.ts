import { Task } from '@lit/task';
import { html, nothing } from 'lit';
import { base } from '../../kit/base';
import { loaded } from '../../kit/loaded';
import { Component } from '../../playground/component';
import { proof as messages } from './messages';
import '../../kit/tm-text';

/** An obligation of the open proof: checked again when it is opened, with its text. */
export class TmObligation extends Component {
  static override properties = { number: { type: Number }, comparison: { type: Number } };

  static override styles = [base];

  declare number: number;
  /** The comparison of the proof. */
  declare comparison: number;

  readonly #again = new Task(this, {
    args: () => [this.comparison, this.number] as const,
    task: ([, number]) => this.app.proof.again(number),
  });

  override render() {
    const { value, failure } = loaded(this.#again);
    const { running, holds, fails } = messages.again;
    const outcome = value && (value.holds ? holds : fails);
    return html`<p role="status">${failure ?? outcome ?? running}</p>
      ${
        value
          ? html`<tm-text
              .text=${value.smtlib}
              .summary=${messages.smtlibSummary}
              .label=${messages.smtlib}
              .file=${`obligation-${this.number}.smt2`}
            ></tm-text>`
          : nothing
      }`;
  }
}

customElements.define('tm-obligation', TmObligation);
