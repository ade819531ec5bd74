/**
 * All calls of the engine, declared here only. The worker looks a call up by its name, and the
 * page's client derives its types from here (types only: the wasm stays in the worker).
 */

import * as engine from '../../generated/tamarin';
import type { Proof, Quiz } from '../../generated/tamarin_proofs';
import type { Debugger, SourceFile as Translated } from '../../generated/tamarin_tools';
import type { Call } from './call';
import type { explain } from './explain';
import { mapCalls } from './map-calls';
import type { Sources } from './sources';
import { proofs, tools } from './tools';
import { bothCompiled, compiled, translate } from './translate';
import type {
  ArrayUseRequest,
  AssembleReply,
  CompareRequest,
  DebugRequest,
  ExplainRequest,
  FindRequest,
  Inputs,
  InspectRequest,
  MapRequest,
  MutationKnown,
  MutationRequest,
  Progress,
  ProofRequest,
  QueryTextRequest,
  QuizRequest,
  ReplayRequest,
  RunRequest,
  SearchEvent,
  Spec,
  VersionsRequest,
} from './types';

export const calls = {
  /** The diagnostics of a program's files, and its words. */
  async assemble(_: Call, files: Sources): Promise<AssembleReply> {
    const translated = await translate(files);
    const reply = engine.assemble(translated.map(({ file }) => file));
    const diagnostics = reply.diagnostics.map((said, index) => [
      ...(translated[index]?.said ?? []),
      ...said,
    ]);
    return { ...reply, diagnostics };
  },
  /** The errors of a contract, or its inputs. */
  checkContract: async (_: Call, spec: Spec) => engine.check_contract(spec),
  format: async (_: Call, text: string) => (await tools()).format(text),
  /** The text of machine code, or of an object file; null for a text file. */
  disassemble: async (_: Call, name: string, bytes: Uint8Array) =>
    (await tools()).disassemble(name, bytes) ?? null,
  symbols: async (_: Call, text: string) => (await tools()).symbols(text),
  /** Why a label cannot be renamed to `to`; null if it can. */
  renameTrouble: async (_: Call, text: string, from: string, to: string) =>
    (await tools()).rename_trouble(text, from, to) ?? null,
  run: async (_: Call, request: RunRequest) =>
    engine.run({ ...request, files: await compiled(request.files) }),
  inspect: async (_: Call, request: InspectRequest) =>
    (await tools()).inspect({ ...request, files: await compiled(request.files) }),
  takesArray: async (_: Call, request: ArrayUseRequest) =>
    (await tools()).takes_array(await bothCompiled(request)),
  queryText: async (_: Call, request: QueryTextRequest) =>
    (await tools()).query_text(await bothCompiled(request)),
  replay: async (_: Call, request: ReplayRequest) => engine.replay(await bothCompiled(request)),
  /**
   * Replays an input; if runs leave open whether one program ends, tries to prove that it never
   * does.
   */
  proveReplay: async (_: Call, request: ReplayRequest, milliseconds: number) =>
    (await proofs()).prove_replay(await bothCompiled(request), milliseconds),

  /** Whether a search finds a proof of a claim that the kernel accepts. */
  checkClaim: async (_: Call, request: ProofRequest) =>
    (await proofs()).check_claim(await bothCompiled(request)),

  /** Why two programs differ: two instructions that should compute the same. */
  explainCause: (call: Call<Progress>, request: ExplainRequest) =>
    explained('explain_cause', call, request),
  /** A fix of the right program. */
  explainMend: (call: Call<Progress>, request: ExplainRequest) =>
    explained('explain_mend', call, request),
  /** All inputs on which the programs differ. */
  explainRegions: (call: Call<Progress>, request: ExplainRequest) =>
    explained('explain_regions', call, request),
  /** The verdicts by one observation only and with the same libraries, where they are of interest. */
  explainSecond: (call: Call<Progress>, request: ExplainRequest) =>
    explained('explain_second', call, request),
  /** The changes between two versions, procedure by procedure; null if it was stopped. */
  compareVersions: (call: Call<Progress>, request: VersionsRequest) =>
    explained('compare_versions', call, request),
  /** Proves the user's own patterns for it. */
  provePatterns: async (call: Call<Progress>, text: string, milliseconds: number) =>
    (await import('./explain')).provePatterns(call, text, milliseconds),

  /** What a program's tests miss; updates have the results so far. */
  lookIntoTests: async (call: Call<MutationKnown>, request: MutationRequest) =>
    (await import('./mutants')).lookIntoTests(call, request),
  /** A table of tests with one more row. */
  withTest: async (
    _: Call,
    question: Pick<MutationRequest, 'contract'>,
    tests: string,
    inputs: Inputs,
  ) => (await import('./mutants')).withTest(question, tests, inputs),

  /** Updates are batches of events in order, because each message costs the page time. */
  async compare(call: Call<SearchEvent[]>, request: CompareRequest) {
    let events: SearchEvent[] = [];
    const flush = () => {
      if (events.length > 0) call.update(events);
      events = [];
    };
    const both = await bothCompiled(request);
    const { left, right } = both;
    const { contract } = request.options;
    let missing: Error | undefined;
    const pause = async () => {
      flush();
      await call.breathe();
      return !call.isStopped;
    };
    const report = await engine.compare(both, {
      async event(event) {
        events.push(event);
        // Frequent events can wait; after the others the engine may be busy for long.
        const canWait = event.type === 'run' || event.type === 'answer';
        if (!canWait || call.isLong) flush();
        await call.breathe();
        return !call.isStopped;
      },
      pause,
      isAwaited: true,
      z3: call.z3,
      async prove(inputs, milliseconds, work) {
        const limits = {
          ...(milliseconds !== undefined && { milliseconds }),
          ...(work !== undefined && { work }),
        };
        const asked = { left, right, ...(contract && { contract }), inputs, ...limits };
        try {
          return await (await proofs()).prove_loops(asked, { pause });
        } catch (error) {
          missing = error as Error;
          throw error;
        }
      },
    });
    flush();
    if (missing) {
      const text = `No proof about loops was tried: ${missing.message}.`;
      report.reason.message += ` ${text}`;
      report.summary.notes.push({ id: 'basis', args: {}, text });
    }
    // If this fails, the verdict remains without a statement about layouts.
    return report.witness && mayLookAtAddresses(both)
      ? import('./layout').then(({ withLayout }) => withLayout(report, both)).catch(() => report)
      : report;
  },
};

/** The callbacks of a proof. */
const host = (call: Call) => ({
  async pause() {
    await call.breathe();
    return !call.isStopped;
  },
});

/** Loads the searches for explanations; updates report their progress. */
const explained = async <Name extends Parameters<typeof explain>[0]>(
  name: Name,
  call: Call<Progress>,
  request: ExplainRequest | VersionsRequest,
) => (await import('./explain')).explain(name, call, request);

/** Compiled programs use routines; in hand-written ones addresses are deliberate. */
const mayLookAtAddresses = ({ left, right }: { left: Translated[]; right: Translated[] }) =>
  [...left, ...right].some(({ text, compiled }) => compiled || /^\s*\.import\b/m.test(text));

/** Two runs in the debugger. */
const debuggerSession = {
  open: async (request: DebugRequest) => new (await tools()).Debugger(await bothCompiled(request)),
  calls: {
    overview: (runs: Debugger, _: Call) => runs.overview(),
    frame: (runs: Debugger, _: Call, position: number) => runs.frame(position),
    find: (runs: Debugger, _: Call, request: FindRequest) => runs.find(request),
    findLine: (runs: Debugger, _: Call, position: number, back: boolean) =>
      runs.find_line(position, back),
    /** Both runs as a table in CSV. */
    table: (runs: Debugger, _: Call) => runs.csv(),
  },
};

/** A difference map. */
const mapSession = {
  open: async (request: MapRequest) => new (await tools()).PlaneMap(await bothCompiled(request)),
  calls: mapCalls,
};

/** A proof with its evidence, which the kernel has accepted. */
const proofSession = {
  open: async (request: ProofRequest, call: Call) =>
    (await proofs()).open_proof(await bothCompiled(request), host(call)),
  calls: {
    view: (proof: Proof, _: Call) => proof.view(),
    /** The points where two runs meet at locations of the proof, and the facts there. */
    meetings: (proof: Proof, _: Call, inputs: Inputs, fuel: number) => proof.meetings(inputs, fuel),
    /** The evidence in the format of the command line. */
    certificate: (proof: Proof, _: Call) => proof.certificate(),
    text: (proof: Proof, _: Call) => proof.text(),
  },
};

/** A round of a quiz: its keys stay in the worker. */
const quizSession = {
  open: async (request: QuizRequest, call: Call<Progress>) =>
    (await import('./mutants')).openQuiz(request, call),
  calls: {
    round: (quiz: Quiz, _: Call) => quiz.round(),
    /** The answer to a question: an input on which they differ, or that there is none. */
    judge: (quiz: Quiz, _: Call, question: number, inputs: Inputs | undefined) =>
      quiz.judge(question, inputs),
  },
};

/** The kinds of sessions, and their calls. */
export const sessions = {
  debugger: debuggerSession,
  map: mapSession,
  proof: proofSession,
  quiz: quizSession,
};

// The types that the page's client derives from all this.

type Table = typeof calls;

export type CallName = keyof Table;

// biome-ignore lint/suspicious/noExplicitAny: of any call the arguments but the first.
type Rest<F> = F extends (call: any, ...args: infer Args) => any ? Args : never;
type UpdateOf<C> = C extends Call<infer Update> ? Update : never;

export type CallArgs<Name extends CallName> = Rest<Table[Name]>;
export type CallAnswer<Name extends CallName> = Awaited<ReturnType<Table[Name]>>;
export type CallUpdate<Name extends CallName> = UpdateOf<Parameters<Table[Name]>[0]>;

type Kinds = typeof sessions;

export type SessionKind = keyof Kinds;
export type SessionRequest<Kind extends SessionKind> = Parameters<Kinds[Kind]['open']>[0];
/** The updates while a session is opened. */
export type SessionOpening<Kind extends SessionKind> = UpdateOf<Parameters<Kinds[Kind]['open']>[1]>;
export type SessionCallName<Kind extends SessionKind> = keyof Kinds[Kind]['calls'] & string;

type SessionCall<
  Kind extends SessionKind,
  Name extends SessionCallName<Kind>,
> = Kinds[Kind]['calls'][Name];

export type SessionArgs<Kind extends SessionKind, Name extends SessionCallName<Kind>> =
  // biome-ignore lint/suspicious/noExplicitAny: the arguments but the first two.
  SessionCall<Kind, Name> extends (session: any, call: any, ...args: infer Args) => any
    ? Args
    : never;
export type SessionAnswer<Kind extends SessionKind, Name extends SessionCallName<Kind>> =
  // biome-ignore lint/suspicious/noExplicitAny: the answer of any call.
  SessionCall<Kind, Name> extends (...args: any[]) => infer Answer ? Awaited<Answer> : never;
export type SessionUpdate<Kind extends SessionKind, Name extends SessionCallName<Kind>> =
  // biome-ignore lint/suspicious/noExplicitAny: the second argument of any call.
  SessionCall<Kind, Name> extends (session: any, call: infer C, ...args: any[]) => any
    ? UpdateOf<C>
    : never;
