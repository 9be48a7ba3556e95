export {
  type AgentContext,
  type AiSdkOutput,
  type AiSdkSchema,
  type AiSdkTool,
  aiSdkTools,
} from './ai-sdk.ts'
export {
  type AnthropicClient,
  type AnthropicLoopOptions,
  type AnthropicPart,
  type AnthropicTool,
  type AnthropicToolResult,
  type AnthropicTurn,
  anthropicMessages,
} from './anthropic-messages.ts'
export {
  type GeminiClient,
  type GeminiContext,
  type GeminiFunction,
  type GeminiLoopOptions,
  type GeminiResponsePart,
  type GeminiTool,
  type GeminiTurn,
  gemini,
} from './gemini.ts'
export type { LoopResult } from './loop.ts'
export type { StrictReport } from './offer.ts'
export { type AgentsTool, openAiAgentsTools } from './openai-agents.ts'
export {
  type ChatClient,
  type ChatFunctionTool,
  type ChatLoopOptions,
  type ChatToolMessage,
  type ChatTurn,
  openaiChat,
} from './openai-chat.ts'
export {
  type OpenAiClient,
  type OpenAiLoopOptions,
  type OpenAiLoopResult,
  openaiResponses,
} from './openai-responses.ts'
export type {
  OpenAiCallOutput,
  OpenAiContext,
  OpenAiFunctionTool,
  OpenAiOutputPart,
  OpenAiTurn,
} from './openai-responses-turn.ts'
export { planAnthropicStrict, toAnthropicStrict } from './strict/anthropic.ts'
export { toOpenAiStrict } from './strict/openai.ts'
export type {
  NotEnforced,
  NotStrict,
  Strict,
  StrictObstacle,
  StrictResult,
  StrictWhy,
} from './strict/result.ts'
export type { TurnContext } from './turn.ts'
