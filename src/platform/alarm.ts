import type { Alarm } from '../core/ports.ts'

/** Tells an alarm as a process warning: the kind and the identifiers, never the cause's text. */
export function warnOfAlarm({ kind, tool, operation }: Alarm): void {
  process.emitWarning(`${kind} (tool ${tool}, operation ${operation ?? 'none'})`, 'ToolnotaryAlarm')
}
