export { openAnthropicFake } from './anthropic-fake.ts'
export { openChatFake } from './chat-fake.ts'
export { openGeminiFake } from './gemini-fake.ts'
export { createManualClock, type ManualClock } from './manual-clock.ts'
export type { FakeBody, ModelPart, ModelScript, ProviderFake } from './model-turn.ts'
export { type OpenedGate, openGate, request } from './open-gate.ts'
export { type OpenAiFake, type OpenAiScript, openOpenAiFake } from './openai-fake.ts'
export type { OpenAiItem } from './openai-fake-items.ts'
export { createRecordingTool, type RecordingTool } from './recording-tool.ts'
export {
  createScriptedApprover,
  type ScriptedAnswer,
  type ScriptedApprover,
} from './scripted-approver.ts'
export { wrapLedger } from './wrap-ledger.ts'
