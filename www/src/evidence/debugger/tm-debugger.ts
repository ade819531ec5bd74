import { html, nothing } from 'lit';
import { witnessOf } from '../../comparison/comparison';
import { namesOf, writeContract } from '../../comparison/contract';
import { isSame } from '../../engine/sources';
import type { Inputs } from '../../engine/types';
import { formatField, parseWord } from '../../kit/numbers';
import { confirmedInputs } from '../../links/opening';
import type { State } from '../../playground/state';
import { found } from '../explain/explaining';
import { meetingStyles, renderMeeting } from '../proof/meeting';
import type { Debugging } from './debugging';
import { debugging as messages } from './messages';
import { Stepper } from './stepper';

/** Both MIPS programs on one input, with the instructions that explain a difference. */
export class TmDebugger extends Stepper {
  static override styles = [...Stepper.styles, meetingStyles];

  protected override get control() {
    return this.app.debugger;
  }

  protected override get runs(): Debugging | undefined {
    return this.state.debugging;
  }

  protected override prepare(): void {
    const inputs = knownDifference(this.app.store.state);
    if (inputs) this.app.prepareDebugger(inputs);
  }

  protected override fields() {
    const texts = this.#texts();
    return {
      names: namesOf(this.app.options.contract),
      texts,
      wrong: texts.map((text) => parseWord(text) === undefined),
      help: messages.wrongInput,
    };
  }

  protected override open(texts: readonly string[]): void {
    this.app.debug(texts.map(parseWord).filter((word) => word !== undefined));
  }

  /** The instructions that explain the difference, if these runs show it. */
  protected override above() {
    const { runs } = this;
    const { explaining } = this.state;
    const { report, steps } = found(explaining, 'cause') ?? {};
    if (!runs || !explaining || !report?.left || !report.right || !steps) return nothing;
    const { programs, contract, inputs } = runs;
    const { request } = explaining;
    const isOfThese =
      isSame(request.left, programs.left) &&
      isSame(request.right, programs.right) &&
      writeContract(request.contract ?? {}) === writeContract(contract) &&
      inputs.every((word, index) => word === request.inputs[index]);
    if (!isOfThese) return nothing;
    const seek = () => this.ask(() => this.app.debugger.seekSteps(steps));
    return html`<p class="parting">
      <span>${messages.cause(report.left, report.right)}</span>
      <button type="button" class="link" @click=${seek}>${messages.toCause}</button>
    </p>`;
  }

  protected override below() {
    const { runs } = this;
    return html`${renderMeeting(runs?.meetings, this.state.proving?.view, runs?.frame)}`;
  }

  /** The texts in the fields, according to the current contract. */
  #texts(): readonly string[] {
    const { length } = namesOf(this.app.options.contract);
    if (this.typed?.length === length) return this.typed;
    const { options } = this.state;
    const witness = knownDifference(this.state);
    const inputs = [this.runs?.inputs, witness].find((known) => known?.length === length);
    if (inputs) return inputs.map((word) => formatField(word, this.numbers));
    return Array.from({ length }, (_, index) => [options.input1, options.input2][index] ?? '0');
  }
}

/** The input that shows the difference: of the comparison, or of a link's receipt. */
const knownDifference = ({ comparison, link, programs }: State) =>
  witnessOf(comparison) ?? (confirmedInputs(link, programs) as Inputs | undefined);

customElements.define('tm-debugger', TmDebugger);
