/** The calls about a program's mutants, which the worker loads at the first request. */

import type * as Proofs from '../../generated/tamarin_proofs';
import type { Call } from './call';
import { mutationHost, searchHost } from './searching';
import { proofs } from './tools';
import { compiled } from './translate';
import type {
  Inputs,
  MutationKnown,
  MutationReply,
  MutationRequest,
  Progress,
  QuizRequest,
} from './types';

export async function lookIntoTests(
  call: Call<MutationKnown>,
  request: MutationRequest,
): Promise<MutationReply> {
  const part = await proofs();
  const others = (request.others ?? []).map(async (other) => ({
    ...other,
    files: await compiled(other.files),
  }));
  const asked = {
    ...request,
    files: await compiled(request.files),
    others: await Promise.all(others),
  };
  return part.look_into_tests(asked, mutationHost(call));
}

export const withTest = async (
  { contract = {} }: Pick<MutationRequest, 'contract'>,
  tests: string,
  inputs: Inputs,
): Promise<string> => (await proofs()).with_test(contract, tests, inputs);

export async function openQuiz(request: QuizRequest, call: Call<Progress>): Promise<Proofs.Quiz> {
  const asked = { ...request, files: await compiled(request.files) };
  return (await proofs()).open_quiz(asked, searchHost(call));
}
