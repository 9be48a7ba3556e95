import { userInfo } from 'node:os'
import { stdin, stdout } from 'node:process'

/** The terminal of this process. */
export const ownTerminal = { input: stdin, output: stdout }

/** The account that this process runs as. */
export function accountName(): string {
  try {
    return userInfo().username
  } catch {
    // An account without a name, as in some containers.
    return 'unknown'
  }
}
