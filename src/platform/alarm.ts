import type { Alarm } from '../core/ports.ts'
import { escapeText } from '../text/escape.ts'

/** Tells an alarm as a process warning: the kind and the identifiers, never the cause's text. */
export function warnOfAlarm({ kind, tool, operation }: Alarm): void {
  process.emitWarning(
    `${kind} (tool ${escapeText(tool)}, operation ${operation ?? 'none'})`,
    'ToolnotaryAlarm',
  )
}
