/** The facts at a location of a proof that relate the two programs. */

/** A register of MIPS or of ARM64. */
const register = String.raw`(?:\$\d+|x\d+)`;

const ofLeft = new RegExp(`left ${register}`);
const ofRight = new RegExp(`right ${register}`);

/**
 * The facts that name a register of each program: equations first, and of these the ones about
 * results. Constants and preserved inputs are omitted.
 */
export function relationsOf(says: readonly string[]): readonly string[] {
  const relations = says.filter(
    (fact) => ofLeft.test(fact) && ofRight.test(fact) && !kept.test(fact),
  );
  return relations.sort((a, b) => weight(b) - weight(a));
}

const weight = (fact: string): number => 2 * Number(isEquation(fact)) + Number(isAboutResult(fact));

const isEquation = (fact: string): boolean => fact.includes(' = ');

/**
 * Each program keeps a constant or an input in the same register: `left $1 = right $1 =
 * input $1`.
 */
const kept = new RegExp(String.raw`^left (${register}) = right \1 = (?:input \S+|\(?-?\d+\)?)$`);

const isAboutResult = (fact: string): boolean => /(left|right) (\$3|x0)\b/.test(fact);
