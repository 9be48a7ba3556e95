export {
  type OpenAiClient,
  type OpenAiLoopOptions,
  type OpenAiLoopResult,
  openaiResponses,
} from './openai-responses.ts'
export type {
  OpenAiCallOutput,
  OpenAiFunctionTool,
  OpenAiOutputPart,
  OpenAiTurn,
} from './openai-responses-turn.ts'
export type { TurnContext } from './turn.ts'
