import type { ApprovalRequest } from '../core/approver.ts'
import { escapeText } from '../text/escape.ts'

/**
 * What a person reads in a terminal before answering. Everything that came from a model or a caller is escaped: no
 * character can move the cursor, hide, or turn the direction of what stands beside it.
 */
export function renderRequest(request: ApprovalRequest): string {
  const { caller, shown } = request
  const rows = [
    ['tool', `${request.tool} (${request.effect})`],
    ...(request.title === null ? [] : [['title', request.title]]),
    ['for', `${caller.user} · tenant ${caller.tenant}`],
    ['asked by', caller.agent],
    ...shown.rows.map(({ label, value }) => [label, value]),
    ['arguments', shown.json],
    ['rule', `${request.rule} · assurance ${request.assurance}`],
    ['covers', `this one call, until ${new Date(request.expiresAt).toISOString()}`],
  ]
  const width = Math.max(...rows.map(([label = '']) => escapeText(label).length))
  const lines = rows.map(
    ([label = '', value = '']) => `  ${escapeText(label).padEnd(width)}  ${escapeText(value)}`,
  )
  return ['', 'Approval needed', ...lines, ''].join('\n')
}
