import { createOpenAiAgentsPeer } from './openai-agents-peer.ts'
import { providerContract } from './provider-contract.ts'

for (const stream of [false, true]) providerContract(createOpenAiAgentsPeer(stream))
