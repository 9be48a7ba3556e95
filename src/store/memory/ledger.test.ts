import { createNodeHasher } from '../../platform/hasher.ts'
import { ledgerContract } from '../../testing/ledger-contract.ts'
import { createMemoryLedger } from './ledger.ts'

ledgerContract('memory', () => createMemoryLedger({ hasher: createNodeHasher() }))
