export { createMemoryInbox, type Inbox } from './approval/inbox.ts'
export { type TerminalStreams, terminalApprover } from './approval/terminal.ts'
export type {
  Answer,
  ApprovalRequest,
  Approver,
  ApproverIdentity,
  Shown,
} from './core/approver.ts'
export type { Assurance } from './core/assurance.ts'
export type { CallRequest } from './core/call.ts'
export type { Caller, CallerInput } from './core/caller.ts'
export type { Decision, Policy, PolicyInput } from './core/decision.ts'
export type { Explanation } from './core/explain.ts'
export type { Gate, ToolDescription } from './core/gate.ts'
export type { Limits } from './core/gate-context.ts'
export type { Ledger } from './core/ledger.ts'
export type { OperationRef } from './core/operation.ts'
export type { Ending, EndingKind, Executed, Issue, Outcome, Whereabouts } from './core/outcome.ts'
export {
  IN_PROCESS,
  type Owner,
  type Placement,
  type Position,
  type Responsibility,
} from './core/placement.ts'
export type {
  Alarm,
  Clock,
  Ids,
  Limiter,
  Pins,
  Sanitizer,
  SchemaCompiler,
} from './core/ports.ts'
export { type ContentBlock, ToolError, type ToolResult, toolContent } from './core/result.ts'
export { STAGES, type Stage } from './core/stage.ts'
export type { StandardSchema, ToolSchema } from './core/standard-schema.ts'
export {
  type AuthorizeContext,
  anyone,
  defineTool,
  type Effect,
  type ExecuteContext,
  type Rate,
  type ShownRow,
  type Tool,
  type ToolDefinition,
  type Verdict,
} from './core/tool.ts'
export { ERRORS, type ErrorCode, ToolnotaryError } from './errors.ts'
export { createGate, type GateOptions } from './gate.ts'
export { createNodeHasher } from './platform/hasher.ts'
