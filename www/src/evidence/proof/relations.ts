/** The facts at a location of a proof that relate the two programs. */

/**
 * The facts that name a register of each program, those about results first. Constants and
 * preserved inputs are omitted.
 */
export function relationsOf(says: readonly string[]): readonly string[] {
  const relations = says.filter(
    (fact) => fact.includes('left $') && fact.includes('right $') && !isKept(fact),
  );
  return relations.sort((a, b) => Number(isAboutResult(b)) - Number(isAboutResult(a)));
}

/**
 * Whether each program keeps a constant or an input in the same register: `left $1 = right $1 =
 * input $1`.
 */
const isKept = (fact: string): boolean =>
  /^left \$(\d+) = right \$\1 = (?:input \S+|\(?-?\d+\)?)$/.test(fact);

const isAboutResult = (fact: string): boolean => /(left|right) \$3\b/.test(fact);
