import { css, html, LitElement, nothing } from 'lit';

import type { EditKind, MutationView, SurvivorReport } from '../../engine/types';
import { base } from '../../kit/base';
import { cardListStyles } from '../../kit/card';
import { download } from '../../kit/download';
import { editStyles, renderEdit } from '../../kit/edit';
import { number } from '../../kit/phrases';
import { prose } from '../../kit/prose';
import { mutants as messages } from './messages';
import { partStyles } from './styles';
import type { TestedMachine, Tried } from './tested';

/** Number of mutants, and of tests, shown at first. */
const SHOWN = 12;

const fates = ['killed', 'missed', 'equivalent', 'open'] as const;

/** The results for a program's tests. */
export class TmFound extends LitElement {
  static override properties = {
    view: { attribute: false },
    machine: { attribute: false },
    isRunning: { attribute: false },
    add: { attribute: false },
    limit: { state: true },
  };

  static override styles = [
    base,
    partStyles,
    cardListStyles,
    editStyles,
    css`
      .score {
        font-weight: 600;
      }

      meter {
        inline-size: min(24rem, 100%);
      }

      h4 {
        margin: var(--space-4) 0 var(--space-1);
        font-size: var(--text-body);
      }

      li.open {
        border-inline-start-color: var(--open);
      }

      .inputs {
        font-family: var(--mono);
      }

      details {
        margin-block-start: var(--space-3);
      }
    `,
  ];

  declare view: MutationView;
  declare machine: TestedMachine;
  declare isRunning: boolean;
  /** Adds inputs to the tests, and then announces it. */
  declare add: (inputs: readonly Tried[], words: string) => void;
  declare limit: number;

  constructor() {
    super();
    this.isRunning = false;
    this.limit = SHOWN;
  }

  override render() {
    const { report, says } = this.view;
    const { open, mutants, edits, of, killed, kinds } = report;
    const ofOthers = kinds.filter(({ kind }) => !kind).flatMap((one) => fates.map((it) => one[it]));
    const ofEdits = mutants - ofOthers.reduce((sum, count) => sum + count, 0);
    const isMissed = ({ witness }: SurvivorReport) => witness != null;
    const survivors = report.survivors.map((survivor, index) => ({
      survivor,
      note: this.view.notes[index],
    }));
    // Programs that somebody wrote come before generated mutants.
    const isOfOthers = ({ survivor }: (typeof survivors)[number]) => survivor.name != null;
    const all = [...survivors.filter(isOfOthers), ...survivors.filter((one) => !isOfOthers(one))];
    const missed = all.filter(({ survivor }) => isMissed(survivor));
    const undecided = this.isRunning ? [] : all.filter(({ survivor }) => !isMissed(survivor));
    return html`<p class="score">${this.isRunning ? nothing : says}</p>
      ${of && !this.isRunning ? html`<meter aria-label=${messages.score} min="0" max=${of[1]} value=${killed}></meter>` : nothing}
      ${open > 0 && !this.isRunning ? html`<p class="help">${messages.untilClosed(open)}</p>` : nothing}
      ${edits > ofEdits ? html`<p class="help">${messages.few(ofEdits, edits)}</p>` : nothing}
      ${this.#kinds()}
      ${missed.length > 0 ? html`<h4>${messages.missed(missed.length)}</h4>` : nothing}
      ${missed.length === 0 && open === 0 && of ? html`<p>${messages.allKilled}</p>` : nothing}
      ${this.#survivors(missed)}
      ${undecided.length > 0 ? html`<h4>${messages.undecided(undecided.length)}</h4>` : nothing}
      ${this.#survivors(undecided)} ${this.#leftOut()} ${this.isRunning ? nothing : [this.#suite(), this.#tests(), this.#save()]}`;
  }

  #kinds() {
    const { kinds, ...all } = this.view.report;
    const cells = (counts: Record<(typeof fates)[number], number>) =>
      fates.map((fate) => html`<td class="count">${number(counts[fate])}</td>`);
    const name = (kind: EditKind | undefined | null) =>
      kind ? messages.names[kind] : messages.ofOthers;
    return html`<div class="scroll" role="region" tabindex="0" aria-label=${messages.kinds}>
        <table>
          <caption class="unseen">${messages.kinds}</caption>
          <thead>
            <tr>
              <th scope="col">${messages.kind}</th>
              ${fates.map((fate) => html`<th scope="col">${messages.fates[fate]}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${kinds.map(
              ({ kind, ...counts }) =>
                html`<tr><th scope="row">${name(kind)}</th>${cells(counts)}</tr>`,
            )}
            <tr><th scope="row">${messages.all}</th>${cells(all)}</tr>
          </tbody>
        </table>
      </div>
      <p class="help">${messages.fatesHelp}</p>`;
  }

  #survivors(all: readonly { survivor: SurvivorReport; note: string | undefined | null }[]) {
    const hidden = all.length - this.limit;
    const more = () => {
      this.limit += 10 * SHOWN;
    };
    return html`<ol>
        ${all.slice(0, this.limit).map(({ survivor, note }) => this.#survivor(survivor, note))}
      </ol>
      ${hidden > 0 ? html`<button type="button" class="link" @click=${more}>${messages.more(hidden)}</button>` : nothing}`;
  }

  #survivor(survivor: SurvivorReport, note: string | undefined | null) {
    const { kind, name, line, file, witness } = survivor;
    const label = name ?? messages.line(line ?? 0, file ?? undefined);
    return html`<li class=${witness ? '' : 'open'}>
      <h5>${label}: ${kind ? messages.names[kind] : messages.ofOthers}</h5>
      ${name == null ? renderEdit(survivor, { ...messages.edit, label, wrong: 'to' }) : nothing}
      <p>${note ? prose(`${note}.`) : messages.isOpen}</p>
      ${witness ? this.#adding(witness) : nothing}
    </li>`;
  }

  #leftOut() {
    const { left_out: all } = this.view;
    if (all.length === 0) return nothing;
    return html`<h4>${messages.leftOut(all.length)}</h4>
      <ul class="left-out">
        ${all.map(({ name, message }) => html`<li>${prose(messages.noProgram(name, message))}</li>`)}
      </ul>`;
  }

  #adding(tried: Tried) {
    const short = this.machine.inShort(tried);
    return html`<div class="tools">
      <button
        type="button"
        aria-label=${messages.addLabel(short)}
        @click=${() => this.add([tried], messages.added(short))}
      >
        ${messages.add}
      </button>
    </div>`;
  }

  #suite() {
    const { suite } = this.view.report;
    if (!suite) return nothing;
    const { inputs } = suite;
    return html`<h4>${messages.suite}</h4>
      <p>${messages.suiteOf(inputs.length, suite.smallest)}</p>
      ${this.#kills(inputs, messages.suite)}
      <div class="tools">
        <button type="button" @click=${() => this.add(inputs, messages.addedAll)}>
          ${messages.addAll}
        </button>
      </div>`;
  }

  #tests() {
    const { tests } = this.view.report;
    if (tests.length === 0) return nothing;
    const label = messages.yours(tests.length);
    return html`<details>
      <summary>${label}</summary>
      ${this.#kills(tests, label)}
    </details>`;
  }

  #kills(all: readonly (Tried & { kills: number })[], label: string) {
    const names = this.machine.names();
    return html`<div class="scroll" role="region" tabindex="0" aria-label=${label}>
      <table>
        <caption class="unseen">${label}</caption>
        <thead>
          <tr>
            <th scope="col">${messages.input} (${names.join(', ')})</th>
            <th scope="col">${messages.kills}</th>
          </tr>
        </thead>
        <tbody>
          ${all.map(
            (one) =>
              html`<tr>
                <th scope="row" class="inputs">${this.machine.inShort(one)}</th>
                <td class="count">${number(one.kills)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #save() {
    const save = () => {
      const orNull = (_: string, value: unknown) => value ?? null;
      const text = JSON.stringify(this.view.report, orNull, 2);
      download(messages.file, new Blob([`${text}\n`], { type: 'application/json' }));
    };
    return html`<div class="tools">
      <button type="button" @click=${save}>${messages.save}</button>
    </div>`;
  }
}

customElements.define('tm-found', TmFound);
