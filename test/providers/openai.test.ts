import { createOpenAiChatPeer } from './openai-chat-peer.ts'
import { createOpenAiResponsesPeer } from './openai-responses-peer.ts'
import { providerContract } from './provider-contract.ts'

for (const stream of [false, true]) {
  providerContract(createOpenAiResponsesPeer(stream))
  providerContract(createOpenAiChatPeer(stream))
}
