import { css, html, nothing } from 'lit';
import type { Comparison } from '../../comparison/comparison';
import { optionsOf } from '../../comparison/contract';
import type { ProofView } from '../../engine/types';
import { linked } from '../../help/linked';
import { base } from '../../kit/base';
import { download } from '../../kit/download';
import type { NumberFormat } from '../../kit/numbers';
import { prose } from '../../kit/prose';
import { tableStyles } from '../../kit/table';
import { Component } from '../../playground/component';
import { factStyles, renderFacts, renderFunctions, renderIdea } from './facts';
import { proof as messages } from './messages';
import { claimed, type Proving } from './proving';
import './tm-automaton';
import './tm-meetings';

/** The proof of a comparison's claim: its automaton, its rules, and things to try. */
export class TmProof extends Component {
  static override properties = { comparison: { attribute: false }, numbers: {} };

  static override styles = [
    base,
    factStyles,
    tableStyles,
    css`
      :host {
        display: block;
        padding: var(--space-3);
      }

      section + section,
      .tools {
        margin-block-start: 1.25rem;
      }

      h3 {
        font-size: var(--text-body);
        margin-block-end: 0.375rem;
      }

      p {
        max-inline-size: 75ch;
      }

      textarea {
        display: block;
        inline-size: 100%;
        margin-block: 0.375rem;
        font-family: var(--mono);
        font-size: var(--text-body);
      }

      details {
        margin-block-start: var(--space-2);
        padding-block-start: var(--space-1);
        border-block-start: 1px solid var(--line);
      }

      summary {
        font-weight: 600;
      }

      summary .muted {
        font-weight: 400;
      }

      .claim {
        font-weight: 600;
      }

      .tools {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2);
        align-items: baseline;
      }
    `,
  ];

  declare comparison: Comparison | undefined;
  declare numbers: NumberFormat;

  constructor() {
    super();
    this.comparison = undefined;
    this.numbers = 'plain';
  }

  override updated(): void {
    const claim = this.comparison && claimed(this.comparison);
    if (this.comparison && claim) this.app.proof.open(this.comparison, claim);
  }

  override render() {
    const { comparison } = this;
    if (!comparison) return nothing;
    const { status } = comparison;
    if (status.state !== 'finished') return html`<p class="muted">${messages.unfinished}</p>`;
    const { proving } = this.state;
    if (!claimed(comparison)) {
      const mine = proving?.comparison === comparison.began ? proving : undefined;
      const isOpen = status.report.verdict !== 'disequivalent';
      return html`<p>${linked(messages.nothing(status.report))}</p>
        ${isOpen ? this.#hints(comparison) : nothing}
        ${mine ? this.#proving(comparison, mine) : nothing}`;
    }
    if (proving?.comparison !== comparison.began) return html`<p>${messages.looking}</p>`;
    return this.#proving(comparison, proving);
  }

  #proving(comparison: Comparison, { view, failure }: Proving) {
    if (failure !== undefined) return html`<p>${prose(messages.none(failure))}</p>`;
    if (!view) return html`<p role="status">${messages.looking}</p>`;
    const kinds = new Set(view.places.flatMap(({ spots }) => spots.map(({ kind }) => kind)));
    const hasLoops = kinds.has('loop');
    // A proof about loops may have functions, too, and name them in its facts.
    const isByFunctions = view.functions.length > 0 && !hasLoops;
    const isNamed = view.places.some(({ says }) => says.some((fact) => application.test(fact)));
    const claim = html`<p role="status">
      <span class="claim">${view.claim}</span> ${linked(messages.trust)}
    </p>`;
    if (view.rounds.length === 0) {
      return html`${claim}
        <p>${messages.oneProgram}</p>
        ${this.#tools(comparison, view)}`;
    }
    // There, the automaton only leads from the start to the end.
    if (isByFunctions)
      return html`${renderFunctions(view)}${claim}${this.#rules(view)}${this.#tools(comparison, view)}`;
    const idea = renderIdea(view);
    return html`${idea}${claim}
      ${hasLoops ? nothing : this.#tree()}
      <section>
        <h3>${messages.automaton}</h3>
        <tm-automaton .view=${view}></tm-automaton>
      </section>
      <details ?open=${idea === nothing}>
        <summary>${messages.whatHolds}</summary>
        ${renderFacts(view)} ${isNamed ? renderFunctions(view) : nothing}
      </details>
      ${hasLoops ? this.#meetings(comparison, view) : nothing} ${this.#rules(view)}
      ${this.#tools(comparison, view)}`;
  }

  #rules({ rules }: ProofView) {
    const { rule: name, times: often } = messages.ruleColumns;
    return html`<details>
      <summary>${messages.rules} <span class="muted">(${messages.rulesUsed(rules)})</span></summary>
      <p class="muted">${prose(messages.rulesNote)}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">${name}</th>
            <th scope="col">${often}</th>
          </tr>
        </thead>
        <tbody>
          ${rules.map(
            ({ rule, times }) =>
              html`<tr>
                <th scope="row"><code>${rule}</code></th>
                <td>${times}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </details>`;
  }

  #tools(comparison: Comparison, { supports }: ProofView) {
    return html`<div class="tools">
        <button type="button" @click=${this.#saveEvidence}>${messages.certificate}</button>
        <button type="button" @click=${this.#saveText}>${messages.text}</button>
        <span class="muted">
          ${messages.certificateNote}
          <code>${messages.command(messages.files, optionsOf(comparison.request.options.contract ?? {}), supports)}</code>
        </span>
      </div>`;
  }

  #hints(comparison: Comparison) {
    const look = (event: Event) => {
      event.preventDefault();
      const hints = this.renderRoot.querySelector('textarea')?.value.trim() ?? '';
      this.app.proof.open(comparison, { kind: 'invariants', hints: hints || '\n' });
    };
    return html`<form @submit=${look}>
      <label for="hints">${messages.hints}</label>
      <p class="muted" id="hints-help">${prose(messages.hintsHelp)}</p>
      <textarea id="hints" rows="3" spellcheck="false" aria-describedby="hints-help"></textarea>
      <button>${messages.tryHints}</button>
    </form>`;
  }

  #tree() {
    return html`<p>
      ${messages.paths}
      <button type="button" class="link" @click=${() => this.app.showEvidence('paths')}>
        ${messages.tree}
      </button>
    </p>`;
  }

  #meetings(comparison: Comparison, view: ProofView) {
    return html`<details>
      <summary>${messages.meetings}</summary>
      <p>${linked(messages.meetingsIntro)}</p>
      <tm-meetings .view=${view} .inputs=${longest(comparison)} .numbers=${this.numbers}></tm-meetings>
    </details>`;
  }

  readonly #saveEvidence = async (): Promise<void> => {
    const text = await this.app.proof.certificate();
    download(messages.file, new Blob([text], { type: 'application/json' }));
  };

  readonly #saveText = async (): Promise<void> => {
    download(messages.textFile, new Blob([await this.app.proof.text()], { type: 'text/plain' }));
  };
}

/** A function applied to words, as in `choose2(left $1)`. */
const application = /\b[a-z]\w*\(/;

/** The inputs of the longest run that still ends: it reaches the locations most often. */
function longest({ runs, request }: Comparison): readonly number[] {
  const ended = runs.filter(
    ({ left, right }) => left.outcome === 'done' && right.outcome === 'done',
  );
  const most = ended.reduce<(typeof ended)[number] | undefined>(
    (best, run) => (best && best.left.steps >= run.left.steps ? best : run),
    undefined,
  );
  return most?.inputs ?? request.options.inputs;
}

customElements.define('tm-proof', TmProof);
