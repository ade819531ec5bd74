import { css } from 'lit';
import type { Runs } from '../evidence/debugger/debugging';
import { Stepper } from '../evidence/debugger/stepper';
import { fieldsOf, parseInputs, textsOf, usualTexts } from './inputs';
import { answer } from './messages';
import type { Arm64Given, Arm64Playground } from './playground';

/** Both ARM64 programs on one input. */
export class TmArm64Steps extends Stepper {
  static override styles = [
    ...Stepper.styles,
    css`
      :host {
        --field: 13rem;
      }
    `,
  ];

  protected override get app(): Arm64Playground {
    return super.app as Arm64Playground;
  }

  protected override get control() {
    return this.app.stepping;
  }

  /** The runs in the debugger, which are of this machine. */
  protected override get runs(): (Runs & Arm64Given) | undefined {
    return this.state.debugging as unknown as (Runs & Arm64Given) | undefined;
  }

  protected override prepare(): void {
    const { witness } = this.app;
    if (witness) this.app.prepareToStep(witness);
  }

  protected override fields() {
    const { question } = this.app;
    const texts = this.#texts();
    const isWrong = parseInputs(texts, question) === undefined;
    const names = fieldsOf(question);
    return { names, texts, wrong: names.map(() => isWrong), help: answer.wrongInput };
  }

  protected override open(texts: readonly string[]): void {
    const given = parseInputs(texts, this.app.question);
    if (given) this.app.step(given);
  }

  /** The texts in the fields: typed, of the runs, or of the known difference. */
  #texts(): readonly string[] {
    const { question, witness } = this.app;
    const { length } = fieldsOf(question);
    const known = [this.runs?.given, witness].flatMap((given) =>
      given ? [textsOf(given, this.numbers)] : [],
    );
    const fitting = [this.typed, ...known].find((texts) => texts?.length === length);
    return fitting ?? usualTexts(question);
  }
}

customElements.define('tm-arm64-steps', TmArm64Steps);
