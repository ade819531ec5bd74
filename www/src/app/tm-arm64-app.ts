import { html } from 'lit';
import { TmApp } from './tm-app';
import '../arm64/tm-arm64-about';
import '../arm64/tm-arm64-answer';
import '../arm64/tm-arm64-examples';
import '../arm64/tm-arm64-question';
import '../arm64/tm-arm64-result';

/** The page for ARM64 programs. */
export class TmArm64App extends TmApp {
  protected override question() {
    return html`<tm-arm64-question></tm-arm64-question>`;
  }

  protected override examples() {
    return html`<tm-arm64-examples></tm-arm64-examples>`;
  }

  protected override answer() {
    const { place } = this.app.store.state;
    return html`<tm-arm64-result .withEditors=${this.wide.holds} ?data-here=${place === 'result'}>
      <div slot="answer" class="answer">
        <tm-link></tm-link>
        <tm-arm64-answer canExplain canGoOn canShare canStep canTry @share=${this.share}>
          <tm-arm64-about></tm-arm64-about>
        </tm-arm64-answer>
      </div>
    </tm-arm64-result>`;
  }
}

customElements.define('tm-arm64-app', TmArm64App);
