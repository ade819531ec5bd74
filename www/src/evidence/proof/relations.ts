/** The facts at a place of a proof that relate the two programs. */

/**
 * Those that name a register of each program, facts about the results first. Constants and what each
 * program keeps of its inputs are left out.
 */
export function relationsOf(says: readonly string[]): readonly string[] {
  const relations = says.filter((fact) => fact.includes('left $') && fact.includes('right $'));
  return relations.sort((a, b) => Number(isAboutResult(b)) - Number(isAboutResult(a)));
}

const isAboutResult = (fact: string): boolean => /(left|right) \$3\b/.test(fact);
