import { readFileSync } from 'node:fs';

import * as engine from '../../www/generated/tamarin';
import * as proofs from '../../www/generated/tamarin_proofs';
import * as tools from '../../www/generated/tamarin_tools';
import { Z3Client } from '../../www/src/engine/z3/client';
import { nodeZ3 } from './node-z3';

engine.initSync({
  module: readFileSync(new URL('../../www/generated/tamarin_bg.wasm', import.meta.url)),
});

engine.setLater(() =>
  readFileSync(new URL('../../www/generated/tamarin_later.wasm', import.meta.url)),
);

tools.initSync({
  module: readFileSync(new URL('../../www/generated/tamarin_tools_bg.wasm', import.meta.url)),
});

proofs.initSync({
  module: readFileSync(new URL('../../www/generated/tamarin_proofs_bg.wasm', import.meta.url)),
});

export { engine, proofs, tools };

export interface Comparing {
  options?: Partial<engine.Options>;
  z3?: Partial<engine.Z3Host>;
  /** Called after each event; false cancels. */
  goOn?(event: engine.SearchEvent): boolean;
}

/** The engine's default options in the page's form, without the default parts of the contract. */
export const usualOptions = (): engine.Options => ({
  ...engine.default_options(),
  contract: {} as engine.Spec,
});

/** A program of one assembly text, as the engine takes it. */
export const source = (text: string): engine.SourceFile[] => [
  { name: 'main.asm', text, compiled: undefined },
];

/** Compares two programs with the engine's wasm, and keeps the events. */
export async function compare(
  programs: { left: string; right: string },
  { options = {}, z3 = new Z3Client(nodeZ3()), goOn = () => true }: Comparing = {},
) {
  const events: engine.SearchEvent[] = [];
  let last = true;
  const report = await engine.compare(
    {
      left: source(programs.left),
      right: source(programs.right),
      options: { ...engine.default_options(), ...options },
    },
    {
      async event(event) {
        events.push(event);
        last = goOn(event);
        return last;
      },
      pause: async () => last,
      prove: (inputs, _milliseconds, work) => {
        const both = { left: source(programs.left), right: source(programs.right) };
        return proofs.prove_loops(
          { ...both, inputs, ...(work !== undefined && { work }) },
          { pause: async () => last },
        );
      },
      z3: {
        evaluate: (script) => z3.evaluate?.(script) ?? Promise.reject(new Error('no z3')),
        abandon: () => z3.abandon?.(),
      },
    },
  );
  return { report, events };
}
