import { html, nothing } from 'lit';
import type { Inputs, NextStep, Note, Open, Report } from '../engine/types';
import { stepping } from '../evidence/messages';
import { type Claim, claimOf } from '../evidence/proof/claim';
import { linked } from '../help/linked';
import { base } from '../kit/base';
import { LazyView } from '../kit/lazy';
import { printedStyle } from '../kit/printed';
import { prose } from '../kit/prose';
import { renderSign } from '../kit/sign';
import { tones } from '../kit/tones';
import { Component } from '../playground/component';
import { notices } from '../playground/messages';
import { type Comparison, isChanged, openSoFar, secondQuestion, witnessOf } from './comparison';
import { describe, namesOf, type SomeSpec } from './contract';
import { countsOf } from './ends';
import { type Headline, headlineOf, regionsOf } from './headline';
import { bar, verdict as messages, options } from './messages';
import { USUAL_LENGTH } from './option-control';
import { verdictStyles } from './verdict-styles';
import { type Case, ROOM, renderCases, witnessStyles } from './witness';
import './tm-meter';

/**
 * The answer as a card: headline, values, explanation, and next steps. All its sentences about the
 * programs are the engine's; the explanation of a difference is searched for once the page is idle.
 */
export class TmVerdict extends Component {
  static override properties = {
    canShare: { type: Boolean },
    canExplain: { type: Boolean },
    canStep: { type: Boolean },
    arrays: { state: true },
    unsearched: { state: true },
  };

  static override styles = [base, printedStyle, witnessStyles, verdictStyles, tones];

  declare canShare: boolean;
  /** Whether differences are explained, and there are tabs with the evidence. */
  declare canExplain: boolean;
  /** Whether there is a debugger to step in. */
  declare canStep: boolean;
  /** The comparison whose programs load from an array that the contract does not provide. */
  declare arrays: number | undefined;
  /** The comparison for which no proof could be searched for. */
  declare unsearched: number | undefined;
  readonly #smallMap = new LazyView(
    () => import('../evidence/map/tm-small-map'),
    () => this.requestUpdate(),
  );

  /** The comparison whose explanation was requested, by its start time. */
  #explained: number | undefined;
  #askedForArrays: number | undefined;
  #askedForProof: number | undefined;

  constructor() {
    super();
    this.canShare = false;
    this.canExplain = false;
    this.canStep = false;
    this.arrays = undefined;
    this.unsearched = undefined;
  }

  /** Puts the keyboard on the answer. */
  override focus(): void {
    this.renderRoot.querySelector('section')?.focus();
  }

  override updated(): void {
    const { comparison } = this.state;
    this.#lookForArrays(comparison);
    this.#lookForProof(comparison);
    const inputs = witnessOf(comparison);
    if (!this.canExplain || !comparison || !inputs) return;
    if (this.#explained === comparison.began) return;
    this.#explained = comparison.began;
    whenIdle(async () => {
      if (this.state.comparison?.began !== comparison.began) return;
      (await this.app.searches.explain()).open(comparison, inputs);
    });
  }

  /** Asks once the page is idle whether the programs of a finished comparison expect arrays. */
  #lookForArrays(comparison: Comparison | undefined): void {
    if (!this.canExplain || comparison?.status.state !== 'finished') return;
    const { began, request } = comparison;
    if (this.#askedForArrays === began) return;
    this.#askedForArrays = began;
    if (request.options.contract?.array != null) return;
    const { left, right } = request;
    whenIdle(async () => {
      if (this.state.comparison?.began !== began) return;
      const takes = await this.app.engine.call('takesArray', { left, right }).catch(() => false);
      if (takes) this.arrays = began;
    });
  }

  /** Searches once the page is idle for a proof of a finished comparison's claim that the kernel accepts. */
  #lookForProof(comparison: Comparison | undefined): void {
    const claim = comparison && this.#unchecked(comparison);
    if (!claim || this.#askedForProof === comparison.began) return;
    this.#askedForProof = comparison.began;
    whenIdle(async () => {
      if (this.state.comparison?.began !== comparison.began) return;
      try {
        await (await this.app.searches.checking()).check(comparison, claim);
      } catch {
        // Without the part of the page that searches, nothing is known.
        this.unsearched = comparison.began;
      }
    });
  }

  /** The claim of a finished comparison, if the comparison itself has no proof for the kernel. */
  #unchecked({ status }: Comparison): Claim | undefined {
    if (!this.canExplain || status.state !== 'finished') return undefined;
    return status.report.proof?.checked === true ? undefined : claimOf(status.report);
  }

  /** Whether the kernel accepted a proof of the claim; its space is reserved before. */
  #checked(comparison: Comparison) {
    const { status, began } = comparison;
    if (status.state !== 'finished') return nothing;
    const { proof } = status.report;
    const claim = this.#unchecked(comparison);
    if (!claim && !(this.canExplain && proof?.checked)) return nothing;
    const { checking } = this.state;
    const found = checking?.comparison === began ? checking.state : 'running';
    const state = !claim ? 'accepted' : this.unsearched === began ? 'none' : found;
    const about = claim?.unique ? 'only' : claim?.least ? 'least' : 'all';
    const bounded = claim?.within === undefined ? '' : 'bounded';
    const { accepted, ...others } = messages.checking;
    return state === 'accepted'
      ? html`<p class="kernel ${bounded}" data-checked><span aria-hidden="true">✓</span> ${linked(accepted[about](claim?.within))}</p>`
      : html`<p class="kernel ${bounded} muted" data-checking=${state}>${linked(others[state])}</p>`;
  }

  override render() {
    const { comparison } = this.state;
    const headline = comparison && headlineOf(comparison, this.#regions(comparison)?.headline);
    // The status element exists from the start, so that a screen reader announces its content; it
    // has one sentence, and the card can be read separately.
    return html`<section aria-label=${messages.label} tabindex="-1">
      <p class="unseen" role="status">${headline ? headline.title : nothing}</p>
      ${
        comparison && headline
          ? this.#card(headline, comparison)
          : html`<p class="none">${this.#noAnswer(comparison)}</p>`
      }
    </section>`;
  }

  #noAnswer(comparison: Comparison | undefined) {
    const { link } = this.state;
    // Then the result in the link is the answer.
    if (!comparison && link?.state === 'opened' && link.claim) return nothing;
    return comparison ? messages.noneYet : messages.notCompared;
  }

  #card({ kind, tone, sign, title, isFinal }: Headline, comparison: Comparison) {
    const isStale = isChanged(this.state);
    const { status, request } = comparison;
    const isPaper = request.options.strategy === 'paper';
    const report = status.state === 'finished' ? status.report : undefined;
    return html`<div
      class="card ${tone} ${isStale ? 'stale' : ''} ${this.canExplain && report?.witness ? 'explained' : ''}"
      data-verdict=${isFinal ? kind : nothing}
      ?data-stale=${isStale}
    >
      <div class="words">
        ${isStale ? html`<p class="changed">${notices.changed}</p>` : nothing}
        <h2>
          ${renderSign(sign)}
          <span
            >${isStale ? bar.before(title) : title}
            ${report && isPaper && !report.witness ? html`<span class="badge">${options.strategy.badge}</span>` : nothing}</span
          >
        </h2>
      </div>
      ${report ? renderCases(this.#rows(report, comparison)) : nothing}
      <div class="words">
        ${report?.witness ? this.#why(comparison) : nothing}
        ${meaning(comparison).map((text) => html`<p>${linked(text)}</p>`)}
        ${report && secondQuestion(report) ? this.#alone(comparison) : nothing}
        ${this.#checked(comparison)}
      </div>
      ${kind !== 'failed' && (isFinal || comparison.isLong) ? html`<div class="steps">${this.#next(comparison)}${this.#map(comparison)}</div>` : nothing}
      ${isFinal && this.arrays === comparison.began ? this.#giveArray() : nothing}
      ${this.#libraries(comparison)}
      ${isFinal && kind !== 'failed' ? howFound(comparison) : nothing}
    </div>`;
  }

  /** The other question, if programs load from an array that the contract does not provide. */
  #giveArray() {
    const give = () => {
      this.app.options.giveArray();
      this.app.comparison.compare();
    };
    return html`<p class="words note">
      ${messages.usesArray}
      <button type="button" class="link" @click=${give}>${messages.giveArray(USUAL_LENGTH)}</button>
    </p>`;
  }

  /** All known inputs on which the programs differ, once they are computed. */
  #regions(comparison: Comparison) {
    return regionsOf(comparison, this.state.explaining);
  }

  /** The witness, and an example from the largest region, if that is another input. */
  #rows({ witness, summary }: Report, comparison: Comparison): (Case | typeof ROOM)[] {
    if (!witness || !summary.values) return [];
    const isLeast = witness.minimal === true || witness.unique_within_fuel === true;
    const label = isLeast ? messages.least : messages.example;
    const found: Case = { kind: 'witness', label, values: summary.values };
    if (!this.canExplain || witness.unique_within_fuel === true) return [found];
    const example = this.#regions(comparison)?.example;
    if (!example || isEqual(example.inputs, witness.inputs)) return [found, ROOM];
    return [found, { kind: 'example', label: messages.example, values: example.values }];
  }

  /** The explanation that covers most inputs; until it is found, that the search is running. */
  #why(comparison: Comparison) {
    if (!this.canExplain) return nothing;
    const { explaining } = this.state;
    const because = this.#regions(comparison)?.because;
    if (because) return html`<p class="why" data-why><b>${messages.why}</b> ${because.text}</p>`;
    const part = explaining?.comparison === comparison.began ? explaining.regions : undefined;
    const isOver = part && part.state !== 'waiting' && part.state !== 'running';
    return isOver ? nothing : html`<p class="why muted">${messages.looking}</p>`;
  }

  /** The verdict by one observation only; its space is reserved before. */
  #alone(comparison: Comparison) {
    const part = this.#second(comparison);
    const says = part?.state === 'ended' && part.view.alone?.says;
    if (says) return html`<p class="alone" data-alone>${linked(says)}</p>`;
    const isOver =
      !this.canExplain || (part && part.state !== 'waiting' && part.state !== 'running');
    return isOver ? nothing : html`<p class="alone muted">${messages.comparingAlone}</p>`;
  }

  /** The verdict with the same libraries. Nothing below it moves but how the verdict was found. */
  #libraries(comparison: Comparison) {
    const part = this.#second(comparison);
    const says = part?.state === 'ended' && part.view.libraries?.says;
    return says ? html`<p class="words note" data-libraries>${linked(says)}</p>` : nothing;
  }

  #second({ began }: Comparison) {
    const { explaining } = this.state;
    return explaining?.comparison === began ? explaining.second : undefined;
  }

  /**
   * The picture of the differences, once the explanation is known; its space is reserved before.
   */
  #map(comparison: Comparison) {
    const { contract } = comparison.request.options;
    if (!this.canExplain || !witnessOf(comparison) || namesOf(contract).length < 2) return nothing;
    const { explaining } = this.state;
    const part = explaining?.comparison === comparison.began ? explaining.regions : undefined;
    const isNext = part && part.state !== 'waiting' && part.state !== 'running';
    return html`<div class="map">
      ${isNext ? this.#smallMap.show(() => html`<tm-small-map .comparison=${comparison}></tm-small-map>`) : nothing}
    </div>`;
  }

  /** Next steps after the answer. */
  #next(comparison: Comparison) {
    const { status, difference } = comparison;
    const report = status.state === 'finished' ? status.report : undefined;
    const inputs = report?.witness?.inputs ?? (report ? undefined : difference);
    const isRunning = status.state === 'running';
    const soFar = difference ? [] : (comparison.soFar?.next ?? []);
    const steps = report ? report.summary.next : isRunning ? soFar : cutOff(difference);
    const buttons = [
      ...steps.map((step) => this.#step(step, comparison, inputs)),
      this.canShare && !isRunning ? button(messages.share, () => this.#share()) : nothing,
      this.canExplain && report?.witness ? this.#leaveOut(comparison) : nothing,
    ].filter((each) => each !== nothing);
    return buttons.length > 0 ? html`<div class="next">${buttons}</div>` : nothing;
  }

  /** The last button: it appears once the inputs are known, and its space is reserved before. */
  #leaveOut(comparison: Comparison) {
    const inputs = this.#regions(comparison)?.leave_out;
    return html`<button
      type="button"
      class=${inputs ? '' : 'to-come'}
      ?disabled=${!inputs}
      @click=${() => inputs && this.app.options.assume(inputs)}
    >
      ${messages.leaveOut}
    </button>`;
  }

  #step(
    { id, text, assume, observe }: NextStep,
    { request }: Comparison,
    inputs: Inputs | undefined,
  ) {
    const { contract } = request.options;
    switch (id) {
      case 'step-through':
        return this.canStep && inputs
          ? html`<button
              type="button"
              class="primary"
              data-step=${id}
              aria-label=${stepping.openLabel(describe(contract, inputs))}
              @click=${() => this.app.debug(inputs)}
            >
              ${text}
            </button>`
          : nothing;
      case 'all-inputs':
        return this.canExplain && namesOf(contract).length > 1
          ? button(text, () => this.app.showEvidence('map'))
          : nothing;
      case 'explain':
        return this.canExplain ? button(text, () => this.app.showEvidence('explain')) : nothing;
      case 'mutants':
        return this.canExplain ? button(text, () => this.app.showEvidence('mutants')) : nothing;
      case 'leave-out':
      case 'assume':
        return assume ? button(text, () => this.#assume(assume), 'primary') : nothing;
      case 'observe':
        return observe ? button(text, () => this.#observe(observe)) : nothing;
      case 'continue':
      case 'resume':
        return button(text, () => this.app.comparison.goOn());
      case 'decide':
        return button(text, () => this.app.decide(), 'primary');
      default:
        return id satisfies never;
    }
  }

  /** Compares this observation only. */
  #observe(what: string): void {
    this.app.options.observe([what]);
    this.app.comparison.compare();
  }

  /** Compares under one more assumption. */
  #assume(condition: string): void {
    this.app.options.assume([condition]);
    this.app.comparison.compareAnew();
  }

  #share(): void {
    this.dispatchEvent(new CustomEvent('share', { bubbles: true, composed: true }));
  }
}

const button = (text: string, act: () => void, kind = '') =>
  html`<button type="button" class=${kind} @click=${act}>${text}</button>`;

const isEqual = (a: Inputs, b: Inputs) => a.every((word, index) => word === b[index]);

/** Calls a function once the page is idle. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 1_000 });
  else setTimeout(run, 200);
}

/** The next steps of a comparison that was cut off, which has no report. */
const cutOff = (difference: Inputs | undefined): NextStep[] => [
  ...(difference ? [{ id: 'step-through' as const, text: stepping.open }] : []),
  { id: 'resume', text: messages.goOn },
];

/** Maximum number of listed places of a search that was cut off. */
const SHOWN = 20;

/** The notes on the card itself; the others are in "How this was found". */
const onCard: readonly Note['id'][] = ['observed', 'least', 'layout', 'meaning', 'open', 'basis'];

/** What the verdict means, in sentences. */
function meaning({ status, request, difference, soFar }: Comparison): string[] {
  switch (status.state) {
    case 'running':
      if (difference) return [messages.soFar(describe(request.options.contract, difference))];
      return soFar ? [soFar.text] : [];
    case 'finished':
      return textsOf(status.report, (id) => onCard.includes(id));
    case 'stopped':
      return [
        difference
          ? messages.cutOff(describe(request.options.contract, difference))
          : messages.open,
      ];
    case 'failed':
      return [status.message];
    default:
      return status satisfies never;
  }
}

const textsOf = ({ summary }: Report, has: (id: Note['id']) => boolean): string[] =>
  summary.notes.filter(({ id }) => has(id)).map(({ text }) => text);

/** How the verdict was found: the runs, the queries, and each open place. */
function howFound(comparison: Comparison) {
  const { status, queries } = comparison;
  const report = status.state === 'finished' ? status.report : undefined;
  const query = status.state === 'stopped' ? queries.at(-1) : undefined;
  const stats = report
    ? messages.stats(report, comparison)
    : status.state === 'stopped'
      ? messages.statsSoFar(comparison, status.elapsed)
      : undefined;
  return html`<details class="ground">
    <summary>${messages.howFound}</summary>
    ${report ? textsOf(report, (id) => !onCard.includes(id)).map((text) => html`<p>${linked(text)}</p>`) : nothing}
    <tm-meter .counts=${countsOf(comparison)}></tm-meter>
    ${report ? renderRests(report, comparison) : nothing}
    ${query && !query.answer ? html`<p>${messages.underWay(query)}</p>` : nothing}
    ${stats ? html`<p>${linked(stats)}</p>` : nothing}
    ${report ? renderOpen(report, comparison.request.options.contract) : nothing}
    ${status.state === 'stopped' ? renderOpenSoFar(comparison) : nothing}
  </details>`;
}

/** What a verdict of agreement depends on. */
function renderRests({ verdict, proof }: Report, comparison: Comparison) {
  // The search's own queries are no part of such a proof, so there is no list.
  if (proof?.kind === 'evidence') return html`<p>${linked(messages.restsOnKernel)}</p>`;
  if (proof?.kind === 'invariants' || proof?.kind === 'procedures')
    return html`<p>${linked(messages.restsOnInvariants(proof))}</p>`;
  if (verdict !== 'equivalent' && verdict !== 'equivalent-up-to') return nothing;
  return html`<p>${linked(messages.restsOn(refuted(comparison)))}</p>`;
}

/** How often each solver answered that no such input exists. */
function refuted({ queries, merged }: Comparison): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { answer } of queries) {
    if (answer?.answer === 'unsat') counts.set(answer.by, (counts.get(answer.by) ?? 0) + 1);
  }
  if (merged?.answer === 'unsat') counts.set(merged.by, (counts.get(merged.by) ?? 0) + 1);
  return counts;
}

/** The places where the search stopped. */
function renderOpen({ reason: { open, cuts }, witness }: Report, contract: SomeSpec | undefined) {
  // With a witness, the open places are irrelevant.
  if (open.length === 0 || witness) return nothing;
  const all = Object.values(cuts).reduce((sum, n) => sum + n, 0);
  return renderPlaces(messages.openPlaces(all), open, all, contract);
}

/** The places that a search had left open when it was cut off. */
function renderOpenSoFar(comparison: Comparison) {
  const open = openSoFar(comparison);
  if (open.length === 0 || comparison.difference) return nothing;
  const { contract } = comparison.request.options;
  return renderPlaces(messages.openSoFar(open.length), open.slice(0, SHOWN), open.length, contract);
}

function renderPlaces(
  title: string,
  open: readonly Open[],
  all: number,
  contract: SomeSpec | undefined,
) {
  return html`<details class="open-places">
    <summary>${title}</summary>
    <ul>
      ${open.map((place) => html`<li>${prose(messages.place(place, describe(contract, place.inputs)))}</li>`)}
      ${all > open.length ? html`<li>${messages.morePlaces(all - open.length)}</li>` : nothing}
    </ul>
  </details>`;
}

customElements.define('tm-verdict', TmVerdict);
