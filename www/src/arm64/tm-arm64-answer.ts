import { css, html, nothing } from 'lit';
import { liveStyles, renderLive } from '../comparison/live';
import { bar, commands, quick, verdict as verdictMessages } from '../comparison/messages';
import { verdictStyles } from '../comparison/verdict-styles';
import { renderCases, witnessStyles } from '../comparison/witness';
import type { Note } from '../engine/types';
import { linked } from '../help/linked';
import { base } from '../kit/base';
import { download } from '../kit/download';
import { printedStyle } from '../kit/printed';
import { renderSign } from '../kit/sign';
import { tones } from '../kit/tones';
import { notices } from '../playground/messages';
import { type Arm64Comparison, isChanged } from './comparison';
import { Arm64Component } from './component';
import { givenBy } from './inputs';
import { answer as messages } from './messages';
import type { Arm64Report } from './types';
import './tm-arm64-try';

/** Notes in "How this was found"; the others are on the card. */
const folded: readonly Note['id'][] = ['search', 'difference'];

/** The answer: a trial before the first comparison, progress, or the verdict as a card. */
export class TmArm64Answer extends Arm64Component {
  static override properties = {
    canExplain: { type: Boolean },
    canGoOn: { type: Boolean },
    canShare: { type: Boolean },
    canStep: { type: Boolean },
    canTry: { type: Boolean },
  };

  static override styles = [
    base,
    printedStyle,
    witnessStyles,
    verdictStyles,
    liveStyles,
    tones,
    css`
      .progress {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: var(--space-1) var(--space-4);
        margin-block-end: var(--space-2);
        padding: var(--space-2) var(--space-3);
        border: 1px solid var(--line);
        border-radius: var(--radius-l);
        background: var(--surface);
        font-size: var(--text-note);
      }
    `,
  ];

  declare canExplain: boolean;
  /** Whether the reader may ask for a longer search, and save what it found. */
  declare canGoOn: boolean;
  declare canShare: boolean;
  declare canStep: boolean;
  /** Whether inputs can be tried in the answer's place before the first comparison. */
  declare canTry: boolean;

  #clock: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.canExplain = false;
    this.canGoOn = false;
    this.canShare = false;
    this.canStep = false;
    this.canTry = false;
  }

  override disconnectedCallback(): void {
    clearInterval(this.#clock);
    super.disconnectedCallback();
  }

  /** The seconds of a comparison that is running go on. */
  override updated(): void {
    const { isRunning } = this.app.answering;
    if (isRunning) this.#clock ??= setInterval(() => this.requestUpdate(), 500);
    else {
      clearInterval(this.#clock);
      this.#clock = undefined;
    }
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('section, tm-arm64-try')?.focus();
  }

  override render() {
    return html`<div role="status">${renderLive(this.state.quick)}</div>
      ${this.#answer()}`;
  }

  #answer() {
    const { comparison } = this.result;
    if (!comparison) {
      const { link } = this.state;
      // A reader who opens a shared result came for the result.
      const isClaimed = link?.state === 'opened' && link.claim !== undefined;
      return this.canTry && !isClaimed ? html`<tm-arm64-try><slot></slot></tm-arm64-try>` : nothing;
    }
    const { status } = comparison;
    // The status exists from the start, so that a screen reader announces its content.
    return html`${status.state === 'running' ? this.#progress(comparison) : nothing}
      <section aria-label=${messages.label} tabindex="-1">
        <p class="unseen" role="status">${status.state === 'running' ? nothing : headline(comparison).title}</p>
        ${status.state === 'running' ? nothing : this.#folded(comparison)}
      </section>`;
  }

  /** The card, folded away if it is about other programs than those that Live left open. */
  #folded(comparison: Arm64Comparison) {
    const { programs, arm64 } = this.state;
    const card = this.#card(comparison);
    const isFolded = this.state.quick.state === 'open' && isChanged(comparison, programs, arm64);
    return isFolded ? html`<details><summary>${quick.before}</summary>${card}</details>` : card;
  }

  #progress({ began }: Arm64Comparison) {
    const seconds = Math.floor((performance.now() - began) / 1000);
    return html`<div class="progress">
      <p>${messages.running} <span class="muted">${messages.seconds(seconds)}</span></p>
      <button type="button" aria-keyshortcuts="Alt+S" @click=${() => this.app.stop()}>
        ${commands.stop}
      </button>
    </div>`;
  }

  #card(comparison: Arm64Comparison) {
    const { programs, arm64 } = this.state;
    const isStale = isChanged(comparison, programs, arm64);
    const { kind, tone, sign, title } = headline(comparison);
    const { status } = comparison;
    const report = status.state === 'finished' ? status.report : undefined;
    return html`<div
      class="card ${tone} ${isStale ? 'stale' : ''}"
      data-verdict=${kind}
      ?data-stale=${isStale}
    >
      <div class="words">
        ${isStale ? html`<p class="changed">${notices.changed}</p>` : nothing}
        <h2>${renderSign(sign)}<span>${isStale ? bar.before(title) : title}</span></h2>
      </div>
      ${report?.summary.values ? renderCases([{ kind: 'witness', label: messages.witness, values: report.summary.values }]) : nothing}
      <div class="words">${textsOf(comparison).map((text) => html`<p>${linked(text)}</p>`)}</div>
      <div class="steps"><div class="next">${this.#next(comparison)}</div></div>
      ${report ? howFound(report) : nothing}
    </div>`;
  }

  #next({ status }: Arm64Comparison) {
    const report = status.state === 'finished' ? status.report : undefined;
    const evidence = status.state === 'finished' ? status.evidence : undefined;
    const { witness, verdict } = report ?? {};
    const save = () =>
      download('evidence.json', new Blob([`${evidence}\n`], { type: 'application/json' }));
    const step = () => witness && this.app.step(givenBy(witness));
    const isOpen = !report || verdict === 'possibly-equivalent';
    const explain = () => this.app.show('explain');
    const alone = report?.summary.next.find(({ observe }) => observe);
    const compareAlone = () => alone?.observe && this.app.compareOnly(alone.observe);
    return html`${
      witness && this.canStep
        ? html`<button type="button" class="primary" @click=${step}>${messages.step}</button>`
        : nothing
    }
      ${
        witness && this.canExplain
          ? html`<button type="button" @click=${explain}>${messages.explain}</button>`
          : nothing
      }
      ${
        alone && this.canGoOn
          ? html`<button type="button" @click=${compareAlone}>${alone.text}</button>`
          : nothing
      }
      ${
        isOpen && this.canGoOn
          ? html`<button type="button" title=${messages.goOnHelp} @click=${() => this.app.goOn()}>
              ${messages.goOn}
            </button>`
          : nothing
      }
      ${
        evidence && this.canGoOn
          ? html`<button type="button" title=${messages.saveProofHelp} @click=${save}>
              ${messages.saveProof}
            </button>`
          : nothing
      }
      ${
        this.canShare
          ? html`<button type="button" @click=${this.#share}>${messages.share}</button>`
          : nothing
      }`;
  }

  #share(): void {
    this.dispatchEvent(new CustomEvent('share', { bubbles: true, composed: true }));
  }
}

interface Headline {
  kind: string;
  tone: string;
  sign: string;
  title: string;
}

function headline({ status }: Arm64Comparison): Headline {
  switch (status.state) {
    case 'finished': {
      const { tone, sign, text } = status.report.summary.headline;
      return { kind: status.report.verdict, tone, sign, title: text };
    }
    case 'stopped':
      return { kind: 'stopped', tone: 'open', sign: '?', title: messages.stopped };
    case 'failed':
      return { kind: 'failed', tone: 'differ', sign: '!', title: messages.failed };
    case 'running':
      return { kind: 'running', tone: 'open', sign: '?', title: messages.running };
    default:
      return status satisfies never;
  }
}

/** What the answer means, in sentences. */
function textsOf({ status }: Arm64Comparison): string[] {
  switch (status.state) {
    case 'finished':
      return status.report.summary.notes
        .filter(({ id }) => !folded.includes(id))
        .map(({ text }) => text);
    case 'stopped':
      return [messages.stoppedMeans(status.elapsed)];
    case 'failed':
      return [status.message];
    case 'running':
      return [];
    default:
      return status satisfies never;
  }
}

function howFound({ summary, proof, tried }: Arm64Report) {
  const search = summary.notes.filter(({ id }) => folded.includes(id)).map(({ text }) => text);
  const texts = [
    ...(tried > 0 ? [messages.tried(tried)] : []),
    ...(proof?.kind === 'evidence' ? [messages.proof(proof.obligations)] : []),
    ...search,
  ];
  return html`<details class="ground">
    <summary>${verdictMessages.howFound}</summary>
    ${texts.map((text) => html`<p>${linked(text)}</p>`)}
  </details>`;
}

customElements.define('tm-arm64-answer', TmArm64Answer);
