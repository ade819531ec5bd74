import { html, nothing } from 'lit';
import { LiveElement } from './live-element';
import '../arm64/tm-arm64-answer';
import '../arm64/tm-arm64-question';
import '../arm64/tm-arm64-result';

/** An activated embed of ARM64 programs. */
export class TmArm64Live extends LiveElement {
  protected override question() {
    return html`<tm-arm64-question></tm-arm64-question>`;
  }

  /** The question opens its settings. */
  protected override options(): typeof nothing {
    return nothing;
  }

  protected override answer() {
    if (!this.shows('evidence')) return html`<tm-arm64-answer canGoOn></tm-arm64-answer>`;
    return html`<tm-arm64-result>
      <tm-arm64-answer slot="answer" canExplain canGoOn canStep></tm-arm64-answer>
    </tm-arm64-result>`;
  }
}

customElements.define('tm-arm64-live', TmArm64Live);
