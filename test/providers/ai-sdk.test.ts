import { createAiSdkPeer } from './ai-sdk-peer.ts'
import { providerContract } from './provider-contract.ts'

for (const stream of [false, true]) providerContract(createAiSdkPeer(stream))
