import type { Comparison } from '../../comparison/comparison';
import { writeContract } from '../../comparison/contract';
import type { EngineClient, Session } from '../../engine/client';
import { isSame } from '../../engine/sources';
import type { Inputs, Meeting, ProofRequest, ProofView } from '../../engine/types';
import type { Cell } from '../../kit/store';
import type { Debugging } from '../debugger/debugging';
import { type Claim, claimOf } from './claim';

/** Time limit in milliseconds for finding evidence. */
const LIMIT = 20_000;

/** The proof of a comparison's claim. */
export interface Proving {
  /** That comparison's start time, which identifies it. */
  comparison: number;
  /** Undefined while the proof is searched for. */
  view: ProofView | undefined;
  /** Its evidence in the form for links. */
  evidence: Evidence | undefined;
  /** Why there is none. */
  failure: string | undefined;
}

/** Evidence in JSON. */
export type Evidence = Record<string, unknown>;

/**
 * Maximum number of characters of evidence in a link. It is repetitive and compresses to a
 * twentieth.
 */
const MOST_IN_LINK = 64_000;

/** Stands for evidence that is too long for a link. */
const FOUND_ANEW: Evidence = { evidence: 'found anew' };

/** Whether a link leaves it to its reader to find the evidence. */
export const isFoundAnew = (evidence: Evidence): boolean => 'evidence' in evidence;

/** Evidence for a link: if it is too long, whoever opens the link finds it again. */
export const forLink = (text: string): Evidence =>
  text.length <= MOST_IN_LINK ? JSON.parse(text) : FOUND_ANEW;

/** The claim of a comparison that has ended. */
export const claimed = ({ status }: Comparison): Claim | undefined =>
  status.state === 'finished' ? claimOf(status.report) : undefined;

/** The request for the proof of a claim. */
export function proofRequest(
  { left, right, options }: Comparison['request'],
  claim: Claim,
): ProofRequest {
  const { contract } = options;
  return { left, right, ...(contract && { contract }), ...claim, milliseconds: LIMIT };
}

/** Two runs in the debugger. */
type Runs = Pick<Debugging, 'programs' | 'contract' | 'inputs' | 'fuel'>;

/** The open proof, and its calls. */
export class ProofControl {
  readonly #cell: Cell<Proving | undefined>;
  readonly #engine: () => EngineClient;
  #session: Session<'proof'> | undefined;
  /** The comparison of the open proof. */
  #request: Comparison['request'] | undefined;

  constructor(cell: Cell<Proving | undefined>, engine: () => EngineClient) {
    this.#cell = cell;
    this.#engine = engine;
  }

  /**
   * Searches for the proof of a comparison's claim, unless that is open; repeats it with new hints.
   */
  async open({ request, began }: Comparison, claim: Claim): Promise<void> {
    if (this.#cell.value?.comparison === began && !claim.hints) return;
    this.#session?.close();
    const session = this.#engine().open('proof', proofRequest(request, claim));
    this.#session = session;
    this.#request = request;
    const set = (found: Partial<Proving>) => {
      if (this.#session !== session) return;
      const nothing = { view: undefined, evidence: undefined, failure: undefined };
      this.#cell.value = { comparison: began, ...nothing, ...found };
    };
    set({});
    try {
      await session.opened;
      const [view, text] = await Promise.all([session.call('view'), session.call('certificate')]);
      set({ view, evidence: forLink(text) });
    } catch (error) {
      set({ failure: error instanceof Error ? error.message : String(error) });
    }
  }

  /** The points where two runs meet at locations of the proof. */
  meetings(inputs: Inputs, fuel: number): Promise<Meeting[]> {
    return this.#opened.call('meetings', inputs, fuel);
  }

  /**
   * The points where the runs of another view meet at locations of the proof; undefined if the
   * proof concerns other programs.
   */
  async meetingsOf(runs: Runs): Promise<Meeting[] | undefined> {
    const request = this.#request;
    if (!request || !this.#cell.value?.view) return undefined;
    const isOfThese =
      isSame(request.left, runs.programs.left) &&
      isSame(request.right, runs.programs.right) &&
      writeContract(request.options.contract ?? {}) === writeContract(runs.contract);
    return isOfThese ? this.meetings(runs.inputs, runs.fuel) : undefined;
  }

  /** The evidence in the format of the command line. */
  certificate(): Promise<string> {
    return this.#opened.call('certificate');
  }

  text(): Promise<string> {
    return this.#opened.call('text');
  }

  get #opened(): Session<'proof'> {
    if (!this.#session) throw new Error('no proof is open');
    return this.#session;
  }
}
