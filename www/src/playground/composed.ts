import { isChanged, witnessOf } from '../comparison/comparison';
import { describe, namesOf, type SomeSpec, type Spec } from '../comparison/contract';
import { ComparisonControl } from '../comparison/control';
import { OptionControl } from '../comparison/option-control';
import { type Glance, mipsGlance, QuickLook } from '../comparison/quick-look';
import { EngineClient } from '../engine/client';
import type { Sources } from '../engine/sources';
import type { Inputs, Side, SolverName } from '../engine/types';
import { browserZ3 } from '../engine/z3/browser';
import { Z3Client } from '../engine/z3/client';
import { DebugControl, mipsRequest } from '../evidence/debugger/debugging';
import type { LinePlace } from '../evidence/debugger/line-values';
import { MapControl } from '../evidence/map/mapping';
import { mipsMaps } from '../evidence/map/mips';
import type { MapSource } from '../evidence/map/plane';
import { mipsTests, type TestedMachine } from '../evidence/mutants/tested';
import { ProofControl } from '../evidence/proof/proving';
import type { ViewId } from '../evidence/views';
import { parseWord } from '../kit/numbers';
import { Store } from '../kit/store';
import { type CheckReceipt, LinkControl } from '../links/control';
import { mipsChecks, mipsReceipt } from '../links/mips-receipt';
import { confirmedInputs, toWork } from '../links/opening';
import type { Receipt, ReceiptWord } from '../links/receipt';
import type { Shared } from '../links/schema';
import { Updates } from '../offline/updates';
import { ProgramControl } from '../programs/control';
import type { Example } from '../programs/example';
import { FileTrouble } from '../programs/files';
import { forgetEarlier, type Work } from '../work/storage';
import { benchOf } from './bench';
import type { Answering, Playground } from './playground';
import { Searches } from './searches';
import { Settings } from './settings';
import { initialState, type Place, type State } from './state';
import type { Surroundings } from './surroundings';

/** A playground with its engine and all its controls, from which each page starts. */
export class ComposedPlayground implements Playground {
  readonly store: Store<State>;
  readonly programs: ProgramControl;
  readonly comparison: ComparisonControl;
  readonly debugger: DebugControl;
  readonly map: MapControl;
  readonly proof: ProofControl;
  readonly links: LinkControl;
  readonly settings: Settings;
  readonly options: OptionControl;
  readonly searches: Searches;
  readonly updates = new Updates(() => this.store.update({ newVersion: true }));
  readonly engine: EngineClient;
  #viewEngine: EngineClient | undefined;
  /** A dedicated engine, so that one can step while a comparison is running. */
  protected readonly views: () => EngineClient;
  /** Starts one more engine. */
  protected readonly spawnEngine: () => EngineClient;
  readonly #surroundings: Surroundings;
  readonly #quick: QuickLook;

  constructor(surroundings: Surroundings) {
    const { work, spawn } = surroundings;
    this.#surroundings = surroundings;
    const store = new Store<State>(initialState(work, surroundings.solvers));
    this.store = store;
    const z3 = new Z3Client(browserZ3(), { onStatus: (status) => store.update({ z3: status }) });
    const onCrash = (crash: string) => store.update({ crash });
    this.engine = new EngineClient(z3, {
      onReady: (engine) => {
        const first = store.state.engine === undefined;
        store.update({ engine });
        if (first && !work.options) this.options.fillFromExample();
        this.programs.refresh();
      },
      onCrash,
      spawn,
    });
    const spawnEngine = () => new EngineClient(z3, { onReady: () => {}, onCrash, spawn });
    const keepsTests = surroundings.keepsTests === true;
    this.searches = new Searches(store, this.tested(), spawnEngine, keepsTests);
    this.spawnEngine = spawnEngine;
    const viewEngine = () => {
      this.#viewEngine ??= spawnEngine();
      return this.#viewEngine;
    };
    this.views = viewEngine;
    this.programs = new ProgramControl(store, this.engine, {
      changed: (isOther) => {
        if (isOther) this.options.leaveExample();
        this.changed();
        this.#quick.look();
      },
      shown: () => this.goTo('programs'),
    });
    this.proof = new ProofControl(store.cell('proving'), viewEngine);
    this.debugger = new DebugControl(store.cell('debugging'), {
      engine: viewEngine,
      requestOf: mipsRequest,
      breakpoints: () => store.state.breakpoints,
      meetings: (runs) => this.proof.meetingsOf(runs),
    });
    this.map = new MapControl(store.cell('mapping'), this.maps(), viewEngine);
    const quick = new QuickLook(store, this.glance());
    this.#quick = quick;
    this.comparison = new ComparisonControl(
      store.cell('comparison'),
      store.cell('isWaiting'),
      this.engine,
      benchOf(store, this.programs, quick, surroundings.names, () => this.#save()),
    );
    this.links = new LinkControl(store.cell('link'), this.checks());
    this.settings = new Settings(store);
    this.options = new OptionControl(store, surroundings, {
      changed: () => {
        this.changed();
        quick.look();
      },
      save: () => this.#save(),
    });
  }

  /** How programs are compared while the reader types. Called once, before a subclass has its fields. */
  protected glance(): Glance {
    return mipsGlance(this.store, this.engine, (looked) => this.comparison.take(looked));
  }

  /** What a map is of. Called once, before a subclass has its fields. */
  protected maps(): MapSource {
    return mipsMaps(
      this.store,
      () => this.options,
      (inputs) => this.debug(inputs),
    );
  }

  /** What tests are of. Called once, before a subclass has its fields. */
  protected tested(): TestedMachine {
    return mipsTests(() => this.options);
  }

  /** How receipts of links are checked. Called once, before a subclass has its fields. */
  protected checks(): CheckReceipt {
    return mipsChecks(this.engine, this.views);
  }

  /** Compares what has changed, if that is enabled. */
  protected look(): void {
    this.#quick.look();
  }

  /** Ends a comparison while the reader types; resolves once its engine is free. */
  protected endLook(): Promise<void> {
    this.#quick.rest();
    return this.#quick.cancel();
  }

  debug(inputs: Inputs): void {
    this.showEvidence('debugger');
    this.#openDebugger(inputs, true);
  }

  debugFrom(inputs: Inputs, steps: readonly [number, number]): void {
    this.showEvidence('debugger');
    this.#openDebugger(inputs, true, steps);
  }

  prepareDebugger(inputs: Inputs): void {
    this.#openDebugger(inputs, false);
  }

  async valuesAt(side: Side, place: LinePlace): Promise<string | undefined> {
    const { comparison, programs, debugging, options: fields } = this.store.state;
    const { contract, fuel } = this.options;
    const { length } = namesOf(contract);
    const known = [debugging?.inputs, witnessOf(comparison)].find(
      (inputs) => inputs?.length === length,
    );
    const first = [fields.input1, fields.input2].map((text) => parseWord(text) ?? 0);
    const inputs = known ?? Array.from({ length }, (_, at) => first[at] ?? 0);
    const { valuesAt } = await import('../evidence/debugger/line-values');
    const program = programs[side];
    const request = { left: program, right: program, contract: contract as Spec, inputs, fuel };
    const run = { side, on: describe(contract, inputs), request };
    return valuesAt(this.views(), run, place);
  }

  showEvidence(evidence: ViewId): void {
    this.store.update({ evidence, place: 'result' });
  }

  goTo(place: Place): void {
    this.store.update({ place });
  }

  get isReadOnly(): boolean {
    return this.#surroundings.isReadOnly ?? false;
  }

  get solvers(): readonly SolverName[] {
    return this.#surroundings.solvers;
  }

  setLive(isOn: boolean): void {
    this.settings.setAsYouType(isOn);
    if (isOn) this.#quick.look();
    else this.#quick.rest();
  }

  compare(): Promise<void> {
    return this.comparison.compare();
  }

  stop(): void {
    this.comparison.stop();
  }

  get answering(): Answering {
    const { comparison, isWaiting, link, programs } = this.store.state;
    // A link's verdict is an answer once it was confirmed here.
    const isAnswered = comparison
      ? !isChanged(this.store.state)
      : confirmedInputs(link, programs) !== undefined;
    return { isRunning: isWaiting || comparison?.status.state === 'running', isAnswered };
  }

  decide(): Promise<void> {
    this.options.set('strategy', 'product');
    return this.comparison.compare();
  }

  chooseExample({ name, left, right, options }: Example): void {
    this.forget();
    this.programs.replace({ left, right });
    this.store.update({ example: name, names: { left: '', right: '' } });
    this.options.fill(options);
    this.changed();
  }

  get work(): Work {
    const { programs, names, options, example, arm64 } = this.store.state;
    return { ...programs, names, options, example, arm64 };
  }

  replaceWork(work: Work): void {
    const { left, right, names, example, arm64, options = this.store.state.options } = work;
    const { leaveFor } = this.#surroundings;
    if (leaveFor && !arm64 !== !this.store.state.arm64) {
      leaveFor(work);
      return;
    }
    this.forget();
    this.programs.replace({ left, right });
    this.store.update({ names, example, options, arm64 });
    this.changed();
  }

  restoreEarlier(): void {
    this.#surroundings.restore();
  }

  forgetEarlier(): void {
    forgetEarlier();
    this.store.update({ earlier: undefined });
  }

  swapPrograms(): void {
    this.programs.swap();
  }

  replaceProgram(side: Side, sources: Sources, name: string): void {
    this.programs.replace({ [side]: sources });
    this.options.leaveExample();
    this.programs.setName(side, name);
    this.#quick.look();
  }

  async openLink(shared: Shared): Promise<void> {
    this.replaceWork(toWork(shared));
    await this.showClaim(shared);
  }

  debugClaimed(inputs: readonly ReceiptWord[]): void {
    this.debug(inputs as Inputs);
  }

  receiptFor(shared: Shared): Receipt | undefined {
    return mipsReceipt(this.store.state, shared);
  }

  async showClaim(shared: Shared): Promise<void> {
    this.forget();
    if (shared.receipt) this.goTo('result');
    await this.links.claim(shared);
  }

  async openFiles(side: Side, files: readonly File[], adds: boolean): Promise<void> {
    try {
      await this.programs.openFiles(side, files, adds);
      this.options.leaveExample();
      this.changed();
    } catch (error) {
      if (!(error instanceof FileTrouble)) throw error;
      this.store.update({ notice: { kind: 'files', message: error.message } });
    }
  }

  #openDebugger(inputs: Inputs, isAskedFor: boolean, steps?: readonly [number, number]): void {
    const { programs: both } = this.store.state;
    const alone = this.#surroundings.stepsAlone?.();
    const programs = alone ? { left: both[alone], right: both[alone] } : both;
    const { fuel } = this.options;
    const contract = this.#contractOf(inputs);
    this.debugger.open({ programs, alone, contract, inputs, fuel, isAskedFor }, steps);
  }

  /** The contract of inputs: that of the options, or of the comparison that found them. */
  #contractOf({ length }: Inputs): SomeSpec {
    const { comparison } = this.store.state;
    const contracts = [this.options.contract, comparison?.request.options.contract ?? {}];
    return (
      contracts.find((contract) => namesOf(contract).length === length) ?? this.options.contract
    );
  }

  /** Other work is a new question without a known answer. */
  protected forget(): void {
    this.#quick.rest();
    this.comparison.forget();
    this.store.update({ evidence: undefined });
  }

  /** Drops messages about the previous work, and saves the current one. */
  protected changed(): void {
    this.store.update({ notice: undefined });
    this.#save();
  }

  #save(): void {
    this.#surroundings.save(this.work);
  }
}
