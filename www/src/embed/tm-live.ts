import { html } from 'lit';
import { LiveElement } from './live-element';
import '../comparison/tm-answer';
import '../comparison/tm-contract';
import '../comparison/tm-options';
import '../evidence/tm-evidence';

/** An activated embed of MIPS programs. */
export class TmLive extends LiveElement {
  protected override question() {
    return html`<tm-contract></tm-contract>`;
  }

  protected override options() {
    return html`<tm-options></tm-options>`;
  }

  protected override answer() {
    const isFull = this.shows('evidence');
    const answer = html`<tm-answer ?canExplain=${isFull} ?canStep=${isFull}></tm-answer>`;
    return isFull ? html`${answer}<tm-evidence></tm-evidence>` : answer;
  }
}

customElements.define('tm-live', TmLive);
