/** The facts at a location of a proof that relate the two programs. */

/** A register of MIPS or of ARM64. */
const register = String.raw`(?:\$\d+|x\d+)`;

const ofLeft = new RegExp(`left ${register}`);
const ofRight = new RegExp(`right ${register}`);

/**
 * The facts that name a register of each program: equations, the ones about results first, or
 * orders if there are no equations. Constants and preserved inputs are omitted.
 */
export function relationsOf(says: readonly string[]): readonly string[] {
  const relations = says.filter(
    (fact) => ofLeft.test(fact) && ofRight.test(fact) && !kept.test(fact),
  );
  const equations = relations.filter(isEquation);
  const chosen = equations.length > 0 ? equations : relations;
  return chosen.sort((a, b) => Number(isAboutResult(b)) - Number(isAboutResult(a)));
}

const isEquation = (fact: string): boolean => fact.includes(' = ');

/**
 * Each program keeps a constant or an input in the same register: `left $1 = right $1 =
 * input $1`.
 */
const kept = new RegExp(String.raw`^left (${register}) = right \1 = (?:input \S+|\(?-?\d+\)?)$`);

const isAboutResult = (fact: string): boolean => /(left|right) (\$3|x0)\b/.test(fact);
