import { css, html, nothing } from 'lit';
import { contractOf, writeContract } from '../comparison/contract';
import { base } from '../kit/base';
import { Component } from '../playground/component';

/** The length of an array where nobody says one, as on the command line. */
const USUAL_LENGTH = 4;

const messages = {
  takesArray: 'This program is given an array, and two integers are compared.',
  giveArray: `Compare arrays of up to ${USUAL_LENGTH} numbers`,
};

/**
 * Says that a program in WLP4 is given an array where the contract has none, and changes that.
 * Loaded with the colours of WLP4.
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
    const give = () => {
      // An array is in the registers that hold the integers.
      const separate = (spec.separate ?? []).filter((name) => !name.trim().startsWith('$'));
      this.app.options.set('contract', writeContract({ ...spec, separate, array: USUAL_LENGTH }));
    };
    return html`<p>
      ${messages.takesArray}
      <button type="button" class="link" @click=${give}>${messages.giveArray}</button>
    </p>`;
  }
}

/** Whether `wain` has a pointer for its first parameter. */
function takesArray(text: string): boolean {
  return /\bwain\s*\(\s*int\s*\*/.test(text.replaceAll(/\/\/.*/g, ''));
}

customElements.define('tm-array-hint', TmArrayHint);
