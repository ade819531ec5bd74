/** The playground for ARM64 programs: the same editors, links and files, another engine. */

import {
  type Arm64Question,
  arrayOf,
  bytesOf,
  readQuestion,
  usualQuestion,
  wrongParts,
} from '../comparison/arm64-question';
import { placeholderFields } from '../comparison/options';
import { type Glance, haveErrors, isDecided } from '../comparison/quick-look';
import { CutOff, type EngineClient, type Running } from '../engine/client';
import type { Sources } from '../engine/sources';
import type { DebugRequest, Side } from '../engine/types';
import { DebugControl, type Runs } from '../evidence/debugger/debugging';
import type { LinePlace } from '../evidence/debugger/line-values';
import { viewOf } from '../evidence/explain/parts';
import type { MapSource } from '../evidence/map/plane';
import type { TestedMachine } from '../evidence/mutants/tested';
import { type Cell, Store } from '../kit/store';
import type { CheckReceipt } from '../links/control';
import { confirmedInputs } from '../links/opening';
import type { Receipt, ReceiptWord } from '../links/receipt';
import type { Shared } from '../links/schema';
import { errorIn } from '../playground/bench';
import { ComposedPlayground } from '../playground/composed';
import type { Answering } from '../playground/playground';
import type { Surroundings } from '../playground/surroundings';
import type { Example } from '../programs/example';
import { arm64Checks, arm64Receipt } from './claims';
import {
  type Arm64Comparison,
  type Arm64State,
  type Arm64Status,
  isChanged,
  type View,
} from './comparison';
import { arm64Client, spawnArm64 } from './engine';
import type { Arm64ExplainControl, Explaining } from './explaining';
import { fieldsOf, givenBy, givenOf, parseInputs, textsOf, usualTexts } from './inputs';
import { arm64Maps, type Regions } from './maps';
import { arm64Tests } from './tests';
import type { CompareReply, CompareRequest, GivenInputs, Question, ReplayReply } from './types';
import type { Arm64VersionsControl } from './versions';

/** The maximal number of steps of a run, as on the command line. */
export const FUEL = 10_000;

/** A search for evidence ends after so many milliseconds, unless somebody asks for more. */
const LIMIT = 20_000;

/** Live ends after so many milliseconds, as for MIPS. */
const LOOK = 1_000;

/** The factor by which work and time grow when a comparison goes on. */
const MORE = 8;

/** What two runs in the debugger were given. */
export interface Arm64Given {
  question: Arm64Question;
  given: GivenInputs;
}

/** What a comparison was asked. */
type Compared = Omit<Arm64Comparison, 'status'>;

/** What a playground for ARM64 takes from the page around it. */
type Place = Omit<Surroundings, 'exampleOptions' | 'spawn' | 'solvers'> &
  Partial<Pick<Surroundings, 'spawn'>>;

export class Arm64Playground extends ComposedPlayground {
  readonly result = new Store<Arm64State>({
    comparison: undefined,
    versioning: undefined,
    view: 'answer',
  });
  readonly stepping: DebugControl<Arm64Given>;
  readonly #place: Place;
  /** Compares, so that editors do not wait for a comparison. */
  #comparer: EngineClient | undefined;
  #running: Pick<Running<unknown>, 'stop'> | undefined;
  #explain: Promise<Arm64ExplainControl> | undefined;
  #versions: Promise<Arm64VersionsControl> | undefined;

  // An editor shows the cause in programs of any machine.
  get #explaining(): Cell<Explaining | undefined> {
    return this.store.cell('explaining') as unknown as Cell<Explaining | undefined>;
  }

  constructor(place: Place) {
    super({
      ...place,
      // The options of MIPS, which nothing here reads.
      work: {
        ...place.work,
        options: placeholderFields,
        arm64: readQuestion(place.work.arm64) ?? usualQuestion,
      },
      spawn: place.spawn ?? spawnArm64,
      solvers: ['bitblast'],
    });
    this.#place = place;
    // An editor shows the runs of any machine.
    const cell = this.store.cell('debugging') as unknown as Cell<(Runs & Arm64Given) | undefined>;
    this.stepping = new DebugControl<Arm64Given>(cell, {
      engine: this.views,
      requestOf: ({ programs, question, given }) => debugRequest(programs, question, given),
      breakpoints: () => this.store.state.breakpoints,
      meetings: async () => undefined,
    });
  }

  get question(): Arm64Question {
    return this.store.state.arm64 ?? usualQuestion;
  }

  setQuestion(change: Partial<Arm64Question>): void {
    this.store.update({ arm64: { ...this.question, ...change } });
    this.changed();
    this.look();
  }

  override get answering(): Answering {
    const { comparison } = this.result.state;
    const { programs, arm64, link } = this.store.state;
    const isRunning = comparison?.status.state === 'running';
    // A link's verdict is an answer once it was confirmed here.
    const isAnswered = comparison
      ? !isChanged(comparison, programs, arm64)
      : confirmedInputs(link, programs) !== undefined;
    return { isRunning, isAnswered };
  }

  show(view: View): void {
    this.result.update({ view });
    // The editors show a cause while it is explained.
    this.store.update({ evidence: view === 'explain' ? view : undefined });
    this.goTo('result');
  }

  /** The explanation of the last difference that somebody asked about. */
  get explaining(): Explaining | undefined {
    return this.#explaining.value;
  }

  /** The search for explanations, with an engine of its own: stopping it may end the engine. */
  explain(): Promise<Arm64ExplainControl> {
    this.#explain ??= import('./explaining').then(
      ({ Arm64ExplainControl }) => new Arm64ExplainControl(this.#explaining, this.spawnEngine()),
    );
    return this.#explain;
  }

  /**
   * Explains the difference of a comparison, unless that is already explained. A fix never edits the
   * `reference`, if it is known.
   */
  async explainOn(
    { programs, question, began }: Arm64Comparison,
    inputs: GivenInputs,
    reference?: Side,
  ) {
    const names = this.#names;
    const request = {
      ...programs,
      question: asked(question),
      inputs,
      names,
      ...(reference && { reference }),
    };
    (await this.explain()).begin(began, request);
  }

  /** The comparison of versions, with an engine of its own, which stopping it ends. */
  versions(): Promise<Arm64VersionsControl> {
    this.#versions ??= import('./versions').then(
      ({ Arm64VersionsControl }) =>
        new Arm64VersionsControl(this.result.cell('versioning'), this.spawnEngine()),
    );
    return this.#versions;
  }

  /** Compares the programs of a comparison as versions, unless that was already done. */
  async versionsOf({ programs, question, began }: Arm64Comparison) {
    (await this.versions()).begin(began, { ...programs, question: asked(question) });
  }

  override async compare(): Promise<void> {
    await this.#compare(1);
  }

  /** Compares once more, with more work for the search for evidence. */
  async goOn(): Promise<void> {
    const { comparison } = this.result.state;
    await this.#compare((comparison?.effort ?? 1) * MORE);
  }

  /** Compares this observation only. */
  async compareOnly(observe: string): Promise<void> {
    this.setQuestion({ observe });
    await this.#compare(1);
  }

  override stop(): void {
    this.#running?.stop();
  }

  protected override glance(): Glance {
    return {
      isBusy: () => this.answering.isRunning,
      hasErrors: (programs) => haveErrors(this.engine, programs),
      begin: (onStart) => {
        const { programs } = this.store.state;
        const { question } = this;
        if (wrongParts(question).length > 0) return undefined;
        const compared = { programs, question, effort: 1, began: performance.now() };
        onStart();
        const running = this.#start({ ...this.#request(compared), milliseconds: LOOK });
        const decided = running.answer.then((answer) =>
          isDecided(answer.report)
            ? () => this.result.update({ comparison: { ...compared, status: finished(answer) } })
            : undefined,
        );
        return { decided, stop: () => running.stop() };
      },
    };
  }

  protected override maps(): MapSource {
    return arm64Maps({
      programs: () => this.store.state.programs,
      question: () => this.question,
      asked: () => asked(this.question),
      isCompared: () => this.result.state.comparison !== undefined,
      witness: () => this.witness,
      regions: () => this.#regions,
      step: (given) => this.step(given),
    });
  }

  protected override tested(): TestedMachine {
    return arm64Tests({
      question: () => this.question,
      asked: () => asked(this.question),
    });
  }

  protected override checks(): CheckReceipt {
    return arm64Checks(this.engine, this.views, asked);
  }

  override receiptFor(shared: Shared): Receipt | undefined {
    return arm64Receipt(this.result.state.comparison, this.store.state.engine, shared);
  }

  override debugClaimed(inputs: readonly ReceiptWord[]): void {
    this.step(givenOf(this.question, inputs.map(String)));
  }

  /** The regions of the explained difference, if they are known. */
  get #regions(): Regions | undefined {
    const { explaining } = this;
    const report = viewOf(explaining?.regions)?.report;
    return explaining && report ? { of: explaining.request, report } : undefined;
  }

  /** Runs both programs on an input. */
  async replay(inputs: GivenInputs): Promise<ReplayReply> {
    const { left, right } = this.store.state.programs;
    const question = asked(this.question);
    return arm64Client(this.engine).call('replay', { left, right, question, inputs });
  }

  /** Steps through both programs on an input. */
  step(given: GivenInputs): void {
    this.show('step');
    this.prepareToStep(given, true);
  }

  /** Runs both programs in the debugger without moving the focus. */
  prepareToStep(given: GivenInputs, isAskedFor = false): void {
    const { programs: both } = this.store.state;
    const alone = this.#place.stepsAlone?.();
    const programs = alone ? { left: both[alone], right: both[alone] } : both;
    this.stepping.open({ programs, alone, question: this.question, given, isAskedFor });
  }

  /** The input that shows the difference, if one is known. */
  get witness(): GivenInputs | undefined {
    const { comparison } = this.result.state;
    const witness =
      comparison?.status.state === 'finished' ? comparison.status.report.witness : undefined;
    if (witness) return givenBy(witness);
    const { link, programs } = this.store.state;
    const claimed = confirmedInputs(link, programs)?.map(String);
    return claimed && givenOf(this.question, claimed);
  }

  override chooseExample(example: Example): void {
    super.chooseExample(example);
    this.setQuestion({ ...usualQuestion, ...example.arm64 });
  }

  override async valuesAt(side: Side, place: LinePlace): Promise<string | undefined> {
    const { question, witness } = this;
    const known = [this.#stepped, witness].find((given) => given && fits(given, question));
    const given = known ?? parseInputs(usualTexts(question), question);
    if (!given) return undefined;
    const program = this.store.state.programs[side];
    const request = debugRequest({ left: program, right: program }, question, given);
    const names = fieldsOf(question);
    const on = textsOf(given, 'plain')
      .map((text, at) => `${names[at]} = ${text}`)
      .join(', ');
    const { valuesAt } = await import('../evidence/debugger/line-values');
    return valuesAt(this.views(), { side, on, request }, place);
  }

  /** The input of the runs in the debugger. */
  get #stepped(): GivenInputs | undefined {
    return (this.store.state.debugging as unknown as Arm64Given | undefined)?.given;
  }

  protected override forget(): void {
    super.forget();
    this.stop();
    this.stepping.close();
    this.result.update({ comparison: undefined, view: 'answer' });
  }

  async #compare(effort: number): Promise<void> {
    if (this.answering.isRunning) return;
    const { programs } = this.store.state;
    const { question } = this;
    this.store.update({ notice: undefined });
    if (wrongParts(question).length > 0) return;
    const showError = await errorIn(this.store, this.programs, programs);
    if (showError) return showError();
    await this.endLook();
    const began = performance.now();
    const comparison = { programs, question, effort, began };
    this.result.update({ comparison: { ...comparison, status: { state: 'running' } } });
    this.show('answer');
    const running = this.#start(this.#request(comparison));
    this.#running = running;
    const status = await running.answer.then(finished, (error: Error) =>
      error instanceof CutOff
        ? ({ state: 'stopped', elapsed: Math.round(performance.now() - began) } as const)
        : ({ state: 'failed', message: error.message } as const),
    );
    this.#running = undefined;
    // Other work may have been opened meanwhile.
    if (this.result.state.comparison?.began !== began) return;
    this.result.update({ comparison: { ...comparison, status } });
  }

  #start(request: CompareRequest): Running<CompareReply> {
    this.#comparer ??= this.spawnEngine();
    return arm64Client(this.#comparer).start('compare', [request], () => {});
  }

  /** What sentences call the programs; empty where nobody named them. */
  get #names(): [string, string] {
    const { left, right } = this.#place.names ?? this.store.state.names;
    return [left, right];
  }

  #request({ programs, question, effort }: Compared): CompareRequest {
    const [names, milliseconds] = [this.#names, LIMIT * effort];
    return { ...programs, question: asked(question), names, effort, milliseconds };
  }
}

const finished = ({ report, evidence, proof, explored }: CompareReply): Arm64Status => ({
  state: 'finished',
  report,
  evidence,
  proof,
  explored,
});

/** Whether an input is of the kind that a question asks about. */
const fits = (given: GivenInputs, question: Arm64Question): boolean =>
  'elements' in given === (fieldsOf(question).length === 1);

/** A request for runs; the engine for ARM64 takes other fields under the same name. */
function debugRequest(
  programs: Record<Side, Sources>,
  question: Arm64Question,
  inputs: GivenInputs,
): DebugRequest {
  const { mode, stream } = question;
  const bytes = (bytesOf(question) ?? 0) > 0;
  return { ...programs, mode, stream, bytes, inputs, fuel: FUEL } as unknown as DebugRequest;
}

/** A question as the engine takes it. */
export function asked(question: Arm64Question): Question {
  const { mode, stream, assume } = question;
  const [array, bytes] = [arrayOf(question), bytesOf(question)];
  const observe = question.observe.trim();
  return {
    ...{ mode, stream, assume, fuel: FUEL },
    ...(array == null ? {} : { array }),
    ...(bytes == null ? {} : { bytes }),
    ...(observe === '' ? {} : { observe }),
  } as Question;
}
