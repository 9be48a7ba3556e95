export { exportLog } from './export.ts'
export { type AuditFilter, FILTER_MEMBERS, filterLog } from './filter.ts'
export { type NumberedEntry, readEntry } from './read-entry.ts'
export { type ChainProblem, type Verification, verifyLog } from './verify.ts'
