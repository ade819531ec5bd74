import { css, html, type LitElement, nothing } from 'lit';

import { isSame } from '../engine/sources';
import { base } from '../kit/base';
import { cardStyles } from '../kit/card';
import { LazyView } from '../kit/lazy';
import { tones } from '../kit/tones';
import { ExerciseComponent } from './component';
import { progressOf, taskOf } from './control';
import { messages } from './messages';

/** The result for the reader's program, in terms of it and the reference. */
export class TmOutcome extends ExerciseComponent {
  static override styles = [
    base,
    cardStyles,
    css`
      .steps {
        margin-block-start: var(--space-4);
      }

      .head {
        display: flex;
        align-items: baseline;
        justify-content: space-between;
        gap: var(--space-3);
        padding: var(--space-3) var(--space-3) 0;
      }

      .stale {
        --tone: var(--muted);
        --wash: transparent;
        border-style: dashed;
      }
    `,
    tones,
  ];

  readonly #debugger = new LazyView(
    () => this.exercise.machine.loadSteps(),
    () => this.requestUpdate(),
  );

  /** The start time of the comparison whose verdict was scrolled into view. */
  #seen: number | undefined;

  override async updated(): Promise<void> {
    const comparing = this.exercise.machine.comparing(this.app);
    if (comparing?.isRunning || comparing?.began === this.#seen) return;
    this.#seen = comparing?.began;
    const verdict = this.#verdict;
    await verdict?.updateComplete;
    // On a phone the verdict is below the program.
    verdict?.scrollIntoView({ block: 'nearest' });
  }

  override render() {
    const { sealCheck: check, trouble } = this.work;
    const progress = progressOf(this.work);
    const task = taskOf(this.work);
    const isKnown = task.reference.mode === 'open' || progress.unsealed !== undefined;
    return html`<section aria-label=${messages.outcome}>
      <p class="unseen" role="status">${trouble || (check ? this.#sealWords() : '')}</p>
      ${trouble ? html`<div class="card differ"><p>${trouble}</p></div>` : nothing}
      ${isKnown ? html`<div class="verdict">${this.exercise.machine.renderVerdict(this.app)}</div>` : nothing}
      ${!isKnown && check ? this.#sealCard() : nothing}
      ${this.state.debugging ? this.#steps() : nothing}
    </section>`;
  }

  /** Steps through the program on the input on which it is wrong. */
  #steps() {
    return html`<section class="panel steps" aria-labelledby="steps">
      <div class="head">
        <h2 id="steps">${messages.steps}</h2>
        <button type="button" @click=${this.#closeSteps}>${messages.closeSteps}</button>
      </div>
      ${this.#debugger.show(({ render }) => render())}
    </section>`;
  }

  /** The component that shows the verdict. */
  get #verdict(): LitElement | null {
    return this.renderRoot.querySelector<LitElement>('.verdict > *');
  }

  readonly #closeSteps = () => {
    this.exercise.machine.closeSteps(this.app);
    // Return the focus to where it was opened.
    this.#verdict?.focus();
  };

  #sealWords(): string {
    const { sealCheck: check } = this.work;
    const task = taskOf(this.work);
    if (!check || task.reference.mode !== 'sealed') return '';
    const n = task.reference.seal.inputs.length;
    switch (check.state) {
      case 'running':
        return messages.sealRunning;
      case 'ended':
        return check.agrees ? messages.sealAgrees(n) : messages.sealDiffers(n);
      case 'unfinished':
        return messages.sealUnfinished(this.exercise.machine.describe(task, check.inputs));
      case 'failed':
        return check.message;
      default:
        return check satisfies never;
    }
  }

  #sealCard() {
    const { sealCheck: check } = this.work;
    const { program } = progressOf(this.work);
    if (!check) return nothing;
    const tone = check.state === 'ended' && !check.agrees ? 'differ' : 'open';
    const isOf = check.state === 'ended' || check.state === 'unfinished';
    const isStale = isOf && !isSame(program, check.program);
    const found = check.state === 'ended' ? (check.agrees ? 'agrees' : 'differs') : check.state;
    return html`<div class="card ${tone} ${isStale ? 'stale' : ''}" data-seal=${found}>
      ${isStale ? html`<p>${messages.changed}</p>` : nothing}
      <p>${this.#sealWords()}</p>
    </div>`;
  }
}

customElements.define('tm-outcome', TmOutcome);
