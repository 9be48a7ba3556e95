import { createGeminiPeer } from './gemini-peer.ts'
import { providerContract } from './provider-contract.ts'

for (const stream of [false, true]) providerContract(createGeminiPeer(stream))
