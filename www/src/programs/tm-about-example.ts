import { css, html, nothing } from 'lit';
import { isSame } from '../engine/sources';
import { base } from '../kit/base';
import { Component } from '../playground/component';
import { loadedExamples } from './first-example';

/** The description of the example in the editors, as long as it is unchanged. */
export class TmAboutExample extends Component {
  static override styles = [
    base,
    css`
      p {
        text-wrap: pretty;
      }
    `,
  ];

  override render() {
    const { example: name, programs } = this.state;
    const chosen = name ? loadedExamples.get(name) : undefined;
    if (!chosen) return nothing;
    const { about, source, left, right } = chosen;
    if (!isSame(programs.left, left) || !isSame(programs.right, right)) return nothing;
    return html`<p>${about} <span class="muted">${source}</span></p>`;
  }
}

customElements.define('tm-about-example', TmAboutExample);
