/** The facts at a place of a proof that relate the two programs. */

/**
 * Those that name a register of each program, facts about the results first. Constants and what each
 * program keeps of its inputs are left out.
 */
export function relationsOf(says: readonly string[]): readonly string[] {
  const relations = says.filter(
    (fact) => fact.includes('left $') && fact.includes('right $') && !isKept(fact),
  );
  return relations.sort((a, b) => Number(isAboutResult(b)) - Number(isAboutResult(a)));
}

/** Whether each program keeps a constant or an input in the same register: `left $1 = right $1 = input $1`. */
const isKept = (fact: string): boolean =>
  /^left \$(\d+) = right \$\1 = (?:input \S+|\(?-?\d+\)?)$/.test(fact);

const isAboutResult = (fact: string): boolean => /(left|right) \$3\b/.test(fact);
