export { createMemoryLedger } from './ledger.ts'
