import { createAnthropicPeer } from './anthropic-peer.ts'
import { providerContract } from './provider-contract.ts'

for (const stream of [false, true]) providerContract(createAnthropicPeer(stream))
