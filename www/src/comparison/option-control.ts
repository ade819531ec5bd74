import type { EngineInfo } from '../engine/client';
import type { SolverName } from '../engine/types';
import type { Store } from '../kit/store';
import { contractOf, type SomeSpec, writeContract } from './contract';
import {
  fitting,
  fromFields,
  type OptionFields,
  placeholderFields,
  type SomeOptions,
  toFields,
  withoutExample,
} from './options';

/** The state that options are part of. */
interface OptionState {
  options: OptionFields;
  example: string | undefined;
  engine: EngineInfo | undefined;
}

/** What sets limits to options from outside. */
interface OptionSource {
  /** What an example sets, by its name; left out where there are no examples. */
  exampleOptions?(name: string): SomeOptions | undefined;
  /** Those that can be had here, the usual one first. */
  readonly solvers: readonly SolverName[];
}

/** The length of an array where nobody says one, as on the command line. */
export const USUAL_LENGTH = 4;

/** The options of the next comparison, as they stand in their fields. */
export class OptionControl {
  readonly #store: Store<OptionState>;
  readonly #source: OptionSource;
  readonly #told: { changed(): void; save(): void };

  /** `told.changed` is called after an option was set, `told.save` after all were. */
  constructor(
    store: Store<OptionState>,
    source: OptionSource,
    told: { changed(): void; save(): void },
  ) {
    this.#store = store;
    this.#source = source;
    this.#told = told;
  }

  /** What is compared. */
  get contract(): SomeSpec {
    return contractOf(this.#store.state.options.contract);
  }

  /** The fuel in its field, or where that is wrong the engine's own. */
  get fuel(): number {
    const { options, engine } = this.#store.state;
    const reading = fromFields({ ...placeholderFields, fuel: options.fuel });
    return reading.ok ? reading.options.fuel : (engine?.options.fuel ?? 1);
  }

  set<Name extends keyof OptionFields>(name: Name, text: OptionFields[Name]): void {
    const { options } = this.#store.state;
    this.#store.update({ options: { ...options, [name]: text } });
    this.#told.changed();
  }

  /** Adds to what the contract assumes of all inputs. */
  assume(conditions: readonly string[]): void {
    const { contract } = this;
    const assume = [...(contract.assume ?? []), ...conditions];
    this.set('contract', writeContract({ ...contract, assume }));
  }

  /** Gives the programs an array: it is in the registers that held the integers. */
  giveArray(): void {
    const { contract } = this;
    const separate = (contract.separate ?? []).filter((name) => !name.trim().startsWith('$'));
    this.set('contract', writeContract({ ...contract, separate, array: USUAL_LENGTH }));
  }

  /** Changes what the contract has compared. */
  observe(what: readonly string[]): void {
    this.set('contract', writeContract({ ...this.contract, observe: [...what] }));
  }

  /** All as the engine has them. */
  reset(): void {
    this.fill({});
    this.#told.save();
  }

  /** These, and the others as the engine has them. */
  fill(options: SomeOptions): void {
    const { engine } = this.#store.state;
    if (!engine) return;
    const fields = toFields({ ...engine.options, ...options });
    this.#store.update({ options: fitting(fields, this.#source.solvers) });
  }

  /** What the example that the editors hold sets. */
  fillFromExample(): void {
    this.fill(this.#ofExample);
  }

  /** Other programs are not to be compared with an example's options. */
  leaveExample(): void {
    const { engine, options } = this.#store.state;
    const usual = engine && fitting(toFields(engine.options), this.#source.solvers);
    this.#store.update({
      options: usual ? withoutExample(options, this.#ofExample, usual) : options,
      example: undefined,
    });
  }

  get #ofExample(): SomeOptions {
    const { example } = this.#store.state;
    return (example && this.#source.exampleOptions?.(example)) || {};
  }
}
