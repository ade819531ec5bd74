import type { State } from '../app/state';
import type { Surroundings } from '../app/surroundings';
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

/** The options of the next comparison, as they stand in their fields. */
export class OptionControl {
  readonly #store: Store<State>;
  readonly #surroundings: Surroundings;
  readonly #told: { changed(): void; save(): void };

  /** `told.changed` is called after an option was set, `told.save` after all were. */
  constructor(
    store: Store<State>,
    surroundings: Surroundings,
    told: { changed(): void; save(): void },
  ) {
    this.#store = store;
    this.#surroundings = surroundings;
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
    this.#store.update({ options: fitting(fields, this.#surroundings.solvers) });
  }

  /** What the example that the editors hold sets. */
  fillFromExample(): void {
    this.fill(this.#ofExample);
  }

  /** Other programs are not to be compared with an example's options. */
  leaveExample(): void {
    const { engine, options } = this.#store.state;
    const usual = engine && fitting(toFields(engine.options), this.#surroundings.solvers);
    this.#store.update({
      options: usual ? withoutExample(options, this.#ofExample, usual) : options,
      example: undefined,
    });
  }

  get #ofExample(): SomeOptions {
    const { example } = this.#store.state;
    return (example && this.#surroundings.exampleOptions?.(example)) || {};
  }
}
