import { html } from 'lit';
import { base } from '../kit/base';
import { Component } from '../playground/component';
import { machines as messages } from './messages';

/** The choice of the machine. Each machine keeps its own work. */
export class TmMachine extends Component {
  static override styles = [base];

  override render() {
    const { arm64 } = this.state;
    return html`<select aria-label=${messages.label} @change=${this.#change}>
      <option value="mips" ?selected=${!arm64}>${messages.mips}</option>
      <option value="arm64" ?selected=${arm64}>${messages.arm64}</option>
    </select>`;
  }

  async #change(): Promise<void> {
    const { otherWork } = await import('./other-machine');
    this.app.replaceWork(await otherWork(this.app.work));
  }
}

customElements.define('tm-machine', TmMachine);
