/**
 * The calls of the engine for ARM64. Those of an editor and of the debugger have the names and the
 * shapes that they have for MIPS, so the same components use them.
 */

import * as engine from '../../generated/tamarin_arm64';
import type { Call } from '../engine/call';
import { mapCalls } from '../engine/map-calls';
import { mutationHost, searchHost } from '../engine/searching';
import type { SourceFile, Sources } from '../engine/sources';
import type { Progress } from '../engine/types';
import type {
  ClaimRequest,
  CompareRequest,
  DebugRequest,
  ExplainRequest,
  FindRequest,
  GivenInputs,
  MapRequest,
  MutationKnown,
  MutationRequest,
  QueryRequest,
  QuizRequest,
  ReplayRequest,
  RunRequest,
  VersionsRequest,
} from './types';

export const calls = {
  /** The diagnostics of a program's files, and its words. */
  assemble: async (_: Call, files: Sources) => engine.assemble(files.map(asFile)),
  format: async (_: Call, text: string) => engine.format(text),
  /** The text of machine code, or of an object file; null for a text file. */
  disassemble: async (_: Call, name: string, bytes: Uint8Array) =>
    engine.disassemble(name, bytes) ?? null,
  symbols: async (_: Call, text: string) => engine.symbols(text),
  /** Why a label cannot be renamed to `to`; null if it can. */
  renameTrouble: async (_: Call, text: string, from: string, to: string) =>
    engine.rename_trouble(text, from, to) ?? null,
  /** Compares two programs; whoever stops it ends the worker. */
  compare: async (_: Call, request: CompareRequest) => engine.compare(asFiles(request)),
  /** What a program does on an input. */
  run: async (_: Call, request: RunRequest) =>
    engine.run({ ...request, files: request.files.map(asFile) }),
  /** The text of a query of a comparison. */
  queryText: async (_: Call, request: QueryRequest) => engine.query_text(asFiles(request)),
  replay: async (_: Call, request: ReplayRequest) => engine.replay(asFiles(request)),
  /** What holds of both programs, if they agree as claimed. Whoever stops it ends the worker. */
  checkClaim: async (_: Call, request: ClaimRequest) => engine.check_claim(asFiles(request)),
  explainParting: async (_: Call, request: ExplainRequest) =>
    engine.explain_parting(asFiles(request)),
  /** Whoever stops it ends the worker. */
  explainCause: async (_: Call, request: ExplainRequest) => engine.explain_cause(asFiles(request)),
  /** Whoever stops it ends the worker. */
  explainRegions: async (_: Call, request: ExplainRequest) =>
    engine.explain_regions(asFiles(request)),
  explainMend: (call: Call<Progress>, request: ExplainRequest) =>
    engine.explain_mend(asFiles(request), searchHost(call)),
  /** What a program's tests miss; updates have the results so far. */
  lookIntoTests: (call: Call<MutationKnown>, { others = [], ...request }: MutationRequest) => {
    const asked = {
      ...request,
      files: request.files.map(asFile),
      others: others.map(({ name, files }) => ({ name, files: files.map(asFile) })),
    };
    return engine.look_into_tests(asked, mutationHost(call));
  },
  /** A table of tests with one more row. */
  withTest: async (
    _: Call,
    { question }: Pick<MutationRequest, 'question'>,
    tests: string,
    given: GivenInputs,
  ) => engine.with_test(question, tests, given),
  /** Whoever stops it ends the worker. */
  compareVersions: async (_: Call, request: VersionsRequest) =>
    engine.compare_versions(asFiles(request)),
};

const asFile = ({ name, text, style }: SourceFile) => ({ name, text, style });

const asFiles = <Request extends { left: Sources; right: Sources }>(request: Request) => ({
  ...request,
  left: request.left.map(asFile),
  right: request.right.map(asFile),
});

/** Two runs in the debugger. */
const debuggerSession = {
  open: async (request: DebugRequest) => new engine.Debugger(asFiles(request)),
  calls: {
    overview: (runs: engine.Debugger, _: Call) => runs.overview(),
    frame: (runs: engine.Debugger, _: Call, position: number) => runs.frame(position),
    find: (runs: engine.Debugger, _: Call, request: FindRequest) => runs.find(request),
    findLine: (runs: engine.Debugger, _: Call, position: number, back: boolean) =>
      runs.find_line(position, back),
    /** Both runs as a table in CSV. */
    table: (runs: engine.Debugger, _: Call) => runs.csv(),
  },
};

/** A difference map. */
const mapSession = {
  open: async (request: MapRequest) => new engine.PlaneMap(asFiles(request)),
  calls: mapCalls,
};

/** A round of a quiz: its keys stay in the worker. */
const quizSession = {
  open: async (request: QuizRequest, call: Call<Progress>) =>
    engine.open_quiz({ ...request, files: request.files.map(asFile) }, searchHost(call)),
  calls: {
    round: (quiz: engine.Quiz, _: Call) => quiz.round(),
    /** The answer to a question: an input on which they differ, or that there is none. */
    judge: (quiz: engine.Quiz, _: Call, question: number, inputs: GivenInputs | undefined) =>
      quiz.judge(question, inputs),
  },
};

/** The kinds of sessions, and their calls. */
export const sessions = { debugger: debuggerSession, map: mapSession, quiz: quizSession };
