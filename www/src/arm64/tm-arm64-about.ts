import { html, nothing } from 'lit';
import { isSame } from '../engine/sources';
import { base } from '../kit/base';
import { Arm64Component } from './component';
import { examples } from './examples';

/** The description of the example in the editors, as long as it is unchanged. */
export class TmArm64About extends Arm64Component {
  static override styles = [base];

  override render() {
    const { example, programs } = this.state;
    const chosen = examples.find(({ name }) => name === example);
    if (!chosen) return nothing;
    const { about, left, right } = chosen;
    const isWhole = isSame(programs.left, left) && isSame(programs.right, right);
    return isWhole ? html`<p>${about}</p>` : nothing;
  }
}

customElements.define('tm-arm64-about', TmArm64About);
