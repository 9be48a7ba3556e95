const ID = /^[A-Za-z0-9][A-Za-z0-9_./-]{0,127}$/
/** Names under which the gate itself decides. */
const TAKEN: readonly string[] = ['default/no-match', 'default/arguments', 'tool/authorize']

/** Whether a text can name a rule. */
export function isRuleId(text: string): boolean {
  return ID.test(text) && !TAKEN.includes(text)
}
