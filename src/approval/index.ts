export type { KeyProtection, ScryptCost } from './keys/key-file.ts'
export {
  type KeyInfo,
  type KeyStore,
  type KeyStoreOptions,
  openKeyStore,
  type RotateOptions,
} from './keys/key-store.ts'
export type { ExactAction } from './record/action.ts'
export type { Approval, Epochs, Evidence, RecordApprover, RecordShown } from './record/approval.ts'
export { type ApprovalDraft, draftApproval } from './record/draft-approval.ts'
export { type Fetch, type KeySetLoaderOptions, keySetLoader } from './record/fetch-key-set.ts'
export {
  createKeyRing,
  type FoundKey,
  type KeyRing,
  type KeySource,
  pinnedKeys,
} from './record/key-ring.ts'
export type { PublicKey } from './record/key-set.ts'
export { createKeySigner, type KeySignerOptions } from './record/key-signer.ts'
export { type LoadedKeysOptions, loadedKeys } from './record/loaded-keys.ts'
export type { Receipt, ReceiptEnding } from './record/receipt.ts'
export { argsDigest, recordDigest, shownDigest } from './record/record-digests.ts'
export {
  publicReason,
  type RefusalReason,
  type Refused,
  type VerifyStep,
} from './record/refusal.ts'
export { signApproval, signReceipt, signUse } from './record/sign-record.ts'
export type { Use } from './record/use.ts'
export {
  type ApprovalVerdict,
  type EvidenceCheck,
  type ExpectedApproval,
  type VerifyContext,
  verifyApproval,
} from './record/verify-approval.ts'
export {
  type ExpectedReceipt,
  type ReceiptVerdict,
  verifyReceipt,
} from './record/verify-receipt.ts'
export { type ExpectedUse, type UseVerdict, verifyUse } from './record/verify-use.ts'
