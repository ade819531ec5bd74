import { css, html, nothing } from 'lit';
import { contractOf } from '../comparison/contract';
import { USUAL_LENGTH } from '../comparison/option-control';
import { base } from '../kit/base';
import { Component } from '../playground/component';

const messages = {
  takesArray: 'This program is given an array, and two integers are compared.',
  giveArray: `Compare arrays of up to ${USUAL_LENGTH} numbers`,
};

/**
 * Reports that a program in WLP4 takes an array that the contract does not provide, and offers to
 * change that. Loaded with the colours of WLP4.
 */
export class TmArrayHint extends Component {
  static override properties = { text: {} };

  static override styles = [
    base,
    css`
      p {
        padding: 0.375rem var(--space-3);
        font-size: var(--text-note);
      }
    `,
  ];

  /** The program's text. */
  declare text: string;

  constructor() {
    super();
    this.text = '';
  }

  override render() {
    const spec = contractOf(this.state.options.contract);
    if (spec.array != null || !takesArray(this.text)) return nothing;
    return html`<p>
      ${messages.takesArray}
      <button type="button" class="link" @click=${() => this.app.options.giveArray()}>${messages.giveArray}</button>
    </p>`;
  }
}

/** Whether the first parameter of `wain` is a pointer. */
function takesArray(text: string): boolean {
  return /\bwain\s*\(\s*int\s*\*/.test(text.replaceAll(/\/\/.*/g, ''));
}

customElements.define('tm-array-hint', TmArrayHint);
