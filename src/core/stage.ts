import type { Owner, Placement, Responsibility } from './placement.ts'

/** The nine stages, in the one order that there is. */
export const STAGES = [
  'receive',
  'resolve',
  'limit',
  'validate',
  'authorize',
  'approve',
  'execute',
  'sanitize',
  'record',
] as const

/** One stage of the lifecycle. */
export type Stage = (typeof STAGES)[number]

const RESPONSIBILITY: Readonly<Record<Stage, Responsibility>> = {
  receive: 'validate',
  resolve: 'validate',
  limit: 'limit',
  validate: 'validate',
  authorize: 'authorize',
  approve: 'ask',
  execute: 'execute',
  sanitize: 'sanitize',
  record: 'record',
}

/** Who owns what a stage does, in a placement. */
export function ownersOf(stage: Stage, placement: Placement): readonly Owner[] {
  return placement.owners[RESPONSIBILITY[stage]]
}
