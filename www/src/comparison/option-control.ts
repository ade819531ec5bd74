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

/** The state that contains the options. */
interface OptionState {
  options: OptionFields;
  example: string | undefined;
  engine: EngineInfo | undefined;
}

/** Sets options from outside. */
interface OptionSource {
  /** The options that an example sets, by its name; absent if there are no examples. */
  exampleOptions?(name: string): SomeOptions | undefined;
  /** The available solvers, the default first. */
  readonly solvers: readonly SolverName[];
}

/** The default length of an array, as on the command line. */
export const USUAL_LENGTH = 4;

/** The options of the next comparison, as in their fields. */
export class OptionControl {
  readonly #store: Store<OptionState>;
  readonly #source: OptionSource;
  readonly #listener: { changed(): void; save(): void };

  /** `listener.changed` is called after each change of an option, `listener.save` after all of a group. */
  constructor(
    store: Store<OptionState>,
    source: OptionSource,
    listener: { changed(): void; save(): void },
  ) {
    this.#store = store;
    this.#source = source;
    this.#listener = listener;
  }

  /** The contract. */
  get contract(): SomeSpec {
    return contractOf(this.#store.state.options.contract);
  }

  /** The fuel in its field, or the engine's default if that is invalid. */
  get fuel(): number {
    const { options, engine } = this.#store.state;
    const reading = fromFields({ ...placeholderFields, fuel: options.fuel });
    return reading.ok ? reading.options.fuel : (engine?.options.fuel ?? 1);
  }

  set<Name extends keyof OptionFields>(name: Name, text: OptionFields[Name]): void {
    const { options } = this.#store.state;
    this.#store.update({ options: { ...options, [name]: text } });
    this.#listener.changed();
  }

  /** Adds assumptions to the contract. */
  assume(conditions: readonly string[]): void {
    const { contract } = this;
    const assume = [...(contract.assume ?? []), ...conditions];
    this.set('contract', writeContract({ ...contract, assume }));
  }

  /** Gives the programs an array, in the registers that held the integers. */
  giveArray(): void {
    const { contract } = this;
    const separate = (contract.separate ?? []).filter((name) => !name.trim().startsWith('$'));
    this.set('contract', writeContract({ ...contract, separate, array: USUAL_LENGTH }));
  }

  /** Changes what the contract observes. */
  observe(what: readonly string[]): void {
    this.set('contract', writeContract({ ...this.contract, observe: [...what] }));
  }

  /** Resets all options to the engine's defaults. */
  reset(): void {
    this.fill({});
    this.#listener.save();
  }

  /** Sets these options, and the others to the engine's defaults. */
  fill(options: SomeOptions): void {
    const { engine } = this.#store.state;
    if (!engine) return;
    const fields = toFields({ ...engine.options, ...options });
    this.#store.update({ options: fitting(fields, this.#source.solvers) });
  }

  /** Sets the options of the example in the editors. */
  fillFromExample(): void {
    this.fill(this.#ofExample);
  }

  /** Removes an example's options when the programs change. */
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
