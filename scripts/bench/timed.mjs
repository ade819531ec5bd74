// A comparison by an engine in this thread, in Node or in a page, where its events arrive
// immediately: an engine in a worker batches them.

/**
 * Compares two texts. Gives the report; the time in milliseconds of each query
 * that went to a solver; and how the whole time is spent, up to the event
 * that ends a part:
 *
 * - `sweep`: the runs on fixed inputs
 * - `paths`: runs, traces, terms, and queries that rewriting settles
 * - `solver`: the other queries
 * - `merged`: both programs as one formula each
 * - `least`: a smaller input, once a difference is known; its queries included
 */
export async function compareTimed(engine, [left, right], options, z3) {
  const parts = { sweep: 0, paths: 0, solver: 0, merged: 0, least: 0 };
  const queries = [];
  let differs = false;
  const start = performance.now();
  let last = start;
  const report = await engine.compare(
    {
      left: files(left),
      right: files(right),
      known: [],
      options: { ...engine.default_options(), ...options },
    },
    {
      async event(event) {
        const now = performance.now();
        const part = differs ? 'least' : partOf(event);
        if (part === 'solver') queries.push(now - last);
        parts[part] += now - last;
        differs ||= event.type === 'difference';
        last = performance.now();
        return true;
      },
      pause: async () => true,
      z3,
    },
  );
  return { report, queries, parts, ms: performance.now() - start };
}

/** The files of a program with one text in assembly. */
const files = (text) => [{ name: 'main.asm', text }];

/** The part of a comparison that ends with this event. */
function partOf(event) {
  if (event.type === 'sweep' || event.type === 'merged') return event.type;
  return event.type === 'answer' && event.by !== 'rewriting' ? 'solver' : 'paths';
}
