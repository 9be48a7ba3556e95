import { canonicalJson } from '../json/canonical.ts'
import type { JsonValue } from '../json/value.ts'
import type { Shown } from './approver.ts'
import type { ValidatedCall } from './call.ts'
import type { ShownRow } from './tool.ts'

/** What a person will be shown of a call: the tool's own rows, or one row a top-level argument, and all of the text. */
export function showAction(call: ValidatedCall): Shown {
  const rows = call.target.tool.show?.(call.args) ?? argumentRows(call)
  return Object.freeze({ rows: Object.freeze(rows.map(ownRow)), json: call.text })
}

function ownRow({ label, value }: ShownRow): ShownRow {
  return Object.freeze({ label: String(label), value: String(value) })
}

function argumentRows(call: ValidatedCall): readonly ShownRow[] {
  return Object.entries(call.args).map(([name, value]) => ({
    // Not the bare name: an argument may be called like one of the gate's own rows.
    label: `args.${name}`,
    value: plainText(value),
  }))
}

function plainText(value: JsonValue): string {
  return typeof value === 'string' ? value : canonicalJson(value)
}
