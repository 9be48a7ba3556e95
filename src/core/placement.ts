/** Where a tool runs. */
export type Position = 'in-process' | 'mcp-server' | 'mcp-host' | 'hosted'

/** What somebody must own for every tool. */
export type Responsibility =
  | 'execute'
  | 'validate'
  | 'authorize'
  | 'ask'
  | 'limit'
  | 'timeout'
  | 'sanitize'
  | 'record'
  | 'credentials'

/** A component that can own a responsibility. */
export type Owner = 'app' | 'server' | 'host' | 'vendor'

/** For each responsibility of a tool, the components that own it. The first one named is the one that must not fail. */
export interface Placement {
  readonly position: Position
  readonly owners: Readonly<Record<Responsibility, readonly Owner[]>>
}

function owners(owner: Owner): Placement['owners'] {
  const list = Object.freeze([owner])
  return Object.freeze({
    execute: list,
    validate: list,
    authorize: list,
    ask: list,
    limit: list,
    timeout: list,
    sanitize: list,
    record: list,
    credentials: list,
  })
}

/** Function calling: the application that holds the gate owns everything. */
export const IN_PROCESS: Placement = Object.freeze({
  position: 'in-process',
  owners: owners('app'),
})
