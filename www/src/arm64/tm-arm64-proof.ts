import { css, html, nothing } from 'lit';
import { arrayOf, bytesOf, conditionsOf } from '../comparison/arm64-question';
import { quoted } from '../comparison/contract';
import { factStyles, renderFacts, renderFunctions, renderIdea } from '../evidence/proof/facts';
import { proof as proofMessages } from '../evidence/proof/messages';
import { linked } from '../help/linked';
import { base } from '../kit/base';
import { type Arm64Comparison, reportOf } from './comparison';
import { Arm64Component } from './component';
import { proof as messages } from './messages';
import '../evidence/proof/tm-automaton';

/** The evidence of a comparison that the kernel accepted: its automaton, and what holds at each place. */
export class TmArm64Proof extends Arm64Component {
  static override styles = [
    base,
    factStyles,
    css`
      :host {
        display: block;
        padding: var(--space-3);
      }

      section:not(.lead) {
        margin-block-start: 1.25rem;
      }

      p {
        max-inline-size: 75ch;
      }

      h3 {
        font-size: var(--text-body);
        margin-block-end: 0.375rem;
      }

      .claim {
        font-weight: 600;
      }
    `,
  ];

  override render() {
    const { comparison } = this.result;
    const report = reportOf(comparison);
    if (!comparison || !report) return html`<p class="muted">${messages.unfinished}</p>`;
    const { status } = comparison;
    if (report.witness) return html`<p>${messages.witness}</p>`;
    const view = status.state === 'finished' ? status.proof : undefined;
    if (!view) return html`<p>${report.proof ? proofMessages.oneProgram : messages.none}</p>`;
    return html`${renderFunctions(view)}${renderIdea(view)}
      <p class="claim">${view.claim}</p>
      <p>${linked(proofMessages.trust)}</p>
      ${
        view.places.length > 1
          ? html`<section>
              <h3>${proofMessages.automaton}</h3>
              <tm-automaton .view=${view}></tm-automaton>
            </section>`
          : nothing
      }
      ${renderFacts(view)}
      <section class="muted">
        ${proofMessages.certificateNote}
        <code>${proofMessages.command(messages.files, optionsOf(comparison), view.supports)}</code>
      </section>`;
  }
}

/** The options of the command line for a question. */
function optionsOf({ question }: Arm64Comparison): string {
  const [array, bytes, observe] = [arrayOf(question), bytesOf(question), question.observe.trim()];
  return [
    question.mode === 'usual' ? '' : ` --${question.mode}`,
    array == null ? '' : ` --array ${array}`,
    question.stream === '' ? '' : ` --stdin ${quoted(question.stream)}`,
    bytes == null ? '' : ` --stdin-bytes ${bytes}`,
    ...conditionsOf(question).map((condition) => ` --assume ${quoted(condition)}`),
    observe === '' ? '' : ` --observe ${quoted(observe)}`,
  ].join('');
}

customElements.define('tm-arm64-proof', TmArm64Proof);
