/** What every surface says about one error: the same facts for HTTP, JSON-RPC and the command line. */
export interface ErrorFacts {
  /** Constant text. Never carries arguments, results, tokens or keys. */
  readonly message: string
  /** What the reader can do next. */
  readonly next: string
  readonly http: number
  /** A reserved code for malformed input, a positive application code for everything a policy or person decided. */
  readonly jsonRpc: number
  /** Exit status of the command line: 1 findings, 2 usage, 3 could not do it. */
  readonly exit: 1 | 2 | 3
}

/** Every error code and every reason of an ending. A code is never renamed and never reused. */
// biome-ignore format: one row a code, so that it reads as a table
export const ERRORS = {
  // receive
  arguments_not_json: { message: 'The arguments are not strict JSON', next: 'Send one JSON object: no duplicate keys, no trailing text, numbers that survive a round trip.', http: 400, jsonRpc: -32602, exit: 2 },
  arguments_not_plain: { message: 'The arguments are not plain JSON data', next: 'Pass plain objects, arrays, strings, finite numbers, booleans and null.', http: 400, jsonRpc: -32602, exit: 2 },
  arguments_not_object: { message: 'The arguments are not a JSON object', next: 'Send an object whose members are the arguments.', http: 400, jsonRpc: -32602, exit: 2 },
  request_invalid: { message: 'The call itself is malformed', next: 'Pass placement as the adapter has it, an AbortSignal as signal and a number as deadlineAt.', http: 400, jsonRpc: -32602, exit: 2 },
  caller_missing: { message: 'The call does not say who the caller is', next: "Pass caller: { user: '…' } from your own session, never from the model.", http: 401, jsonRpc: -32602, exit: 2 },
  caller_invalid: { message: 'The caller is malformed', next: 'user, tenant and agent are non-empty strings; scopes is a list of strings.', http: 400, jsonRpc: -32602, exit: 2 },
  operation_missing: { message: 'The call has no operation id', next: "Pass the conversation and keep the provider's call id.", http: 400, jsonRpc: -32602, exit: 2 },
  operation_invalid: { message: 'The operation id is malformed', next: 'Use a non-empty string of at most 512 characters for conversation and call id.', http: 400, jsonRpc: -32602, exit: 2 },
  operation_mismatch: { message: 'This operation id belongs to another tool or other arguments', next: 'Use a new call id for a new intent.', http: 409, jsonRpc: 4409, exit: 3 },
  call_id_duplicate: { message: 'Two different calls in one turn have the same id', next: 'Give each call its own id.', http: 400, jsonRpc: -32602, exit: 2 },
  caller_limited: { message: 'This caller makes too many calls', next: 'Wait for the retry time.', http: 429, jsonRpc: 4429, exit: 3 },
  // resolve
  tool_unknown: { message: 'No such tool', next: 'Use a name from the list of tools.', http: 404, jsonRpc: -32602, exit: 2 },
  contract_changed: { message: 'The tool is held because its contract changed', next: 'Review the change and accept it by its digest.', http: 409, jsonRpc: 4409, exit: 3 },
  pins_unavailable: { message: 'The accepted contracts could not be looked up', next: 'Restore the lock or its store and try again.', http: 503, jsonRpc: 4503, exit: 3 },
  // limit
  rate_limited: { message: 'Too many calls of this tool', next: 'Wait for the retry time.', http: 429, jsonRpc: 4429, exit: 3 },
  poll_limited: { message: 'This operation is polled too often', next: 'Wait for the retry time.', http: 429, jsonRpc: 4429, exit: 3 },
  limiter_unavailable: { message: 'The limit store does not answer', next: 'Restore the limit store and try again.', http: 503, jsonRpc: 4503, exit: 3 },
  // validate
  arguments_invalid: { message: 'The arguments do not match the schema', next: 'Correct the arguments named in issues and call again.', http: 400, jsonRpc: -32602, exit: 2 },
  arguments_unstable: { message: 'The schema turns the arguments into something that is not plain JSON or does not validate again to the same text', next: 'Use a schema whose result is plain JSON and stable under validation.', http: 500, jsonRpc: -32602, exit: 3 },
  validator_unavailable: { message: 'The schema validator failed', next: "Look at the validator's own error in the host's log.", http: 503, jsonRpc: 4503, exit: 3 },
  // authorize
  policy_denied: { message: 'A policy rule denies this call', next: 'Ask whoever owns the policy.', http: 403, jsonRpc: 4403, exit: 3 },
  policy_no_match: { message: 'No policy rule permits this call', next: 'Add a rule, or ask whoever owns the policy.', http: 403, jsonRpc: 4403, exit: 3 },
  not_authorized: { message: "The tool's own check refuses this caller or these arguments", next: 'Use an object that this caller may use.', http: 403, jsonRpc: 4403, exit: 3 },
  policy_unavailable: { message: 'The policy could not be evaluated', next: 'Restore the policy engine and try again.', http: 503, jsonRpc: 4503, exit: 3 },
  authorize_failed: { message: "The tool's own check failed", next: "Look at the check's own error in the host's log.", http: 503, jsonRpc: 4503, exit: 3 },
  // approve
  approval_pending: { message: 'A person was asked and has not answered yet', next: 'Call again later with the same call id; nothing was executed.', http: 202, jsonRpc: 4403, exit: 3 },
  approval_declined: { message: 'The approver said no', next: 'Do not repeat the call; tell the user.', http: 403, jsonRpc: 4403, exit: 3 },
  no_approver: { message: 'The call needs an approval and there is nobody to ask', next: 'Configure an approver.', http: 403, jsonRpc: 4403, exit: 3 },
  approval_expired: { message: 'The approval or the request for it has expired', next: 'Ask again with a new call id.', http: 410, jsonRpc: 4410, exit: 3 },
  approval_revoked: { message: 'The approval was revoked', next: 'Ask again with a new call id.', http: 410, jsonRpc: 4410, exit: 3 },
  assurance_too_low: { message: 'The answer does not reach the assurance that the policy asks for', next: 'Let the person answer through a stronger channel.', http: 403, jsonRpc: 4403, exit: 3 },
  approver_unavailable: { message: 'The approver failed', next: "Restore the approver's channel and try again.", http: 503, jsonRpc: 4503, exit: 3 },
  ask_limited: { message: 'Approvals are requested too often', next: 'Wait for the retry time.', http: 429, jsonRpc: 4429, exit: 3 },
  // execute
  queue_full: { message: 'The tool is busy and its queue is full', next: 'Wait for the retry time.', http: 429, jsonRpc: 4429, exit: 3 },
  approval_unusable: { message: 'The approval could not be used for this action', next: 'Ask again with a new call id.', http: 409, jsonRpc: 4409, exit: 3 },
  ledger_unavailable: { message: 'The ledger does not answer, so nothing may run', next: 'Restore the store and try again.', http: 503, jsonRpc: 4503, exit: 3 },
  tool_failed: { message: 'The tool failed', next: 'Tell the user; the call was executed and may have had effects.', http: 502, jsonRpc: 4502, exit: 3 },
  call_cancelled: { message: 'The call was cancelled', next: 'Call again if it is still wanted.', http: 499, jsonRpc: 4499, exit: 3 },
  deadline_passed: { message: 'The time for this call is over', next: 'Call again with more time.', http: 504, jsonRpc: 4504, exit: 3 },
  outcome_unknown: { message: 'The call was sent and its outcome is not known', next: 'Do not repeat it; check the effect and tell a person.', http: 504, jsonRpc: 4504, exit: 3 },
  outcome_not_recorded: { message: 'The tool ran and its outcome could not be recorded', next: 'Do not repeat it; check the effect and restore the store.', http: 500, jsonRpc: 4500, exit: 3 },
  input_required: { message: 'The tool asks for more input', next: 'Answer what it asks and call again with the same operation.', http: 202, jsonRpc: 4202, exit: 3 },
  task_running: { message: 'The tool runs as a task', next: 'Poll the task.', http: 202, jsonRpc: 4202, exit: 3 },
  // sanitize
  output_invalid: { message: 'The result does not match the output schema', next: 'Tell the user; the call was executed.', http: 502, jsonRpc: 4502, exit: 3 },
  output_not_plain: { message: 'The result is not plain JSON data', next: 'Tell the user; the call was executed.', http: 502, jsonRpc: 4502, exit: 3 },
  output_too_large: { message: 'The result is too large', next: 'Ask for less; the call was executed.', http: 502, jsonRpc: 4502, exit: 3 },
  output_refused: { message: 'The result contains what must not reach a model', next: 'Tell the user; the call was executed.', http: 502, jsonRpc: 4502, exit: 3 },
  sanitizer_unavailable: { message: 'The sanitizer failed', next: 'Tell the user; the call was executed and its result is withheld.', http: 503, jsonRpc: 4503, exit: 3 },
  internal_fault: { message: 'The gate itself failed, so nothing was executed', next: 'Report this as a bug.', http: 500, jsonRpc: -32603, exit: 3 },
  provider_stream_failed: { message: 'The provider ended the stream with an error', next: 'Ask the model again; nothing of that response was executed.', http: 502, jsonRpc: 4502, exit: 3 },
  // faults of whoever builds or runs the gate
  tool_definition_invalid: { message: 'The definition of a tool is not valid', next: 'Correct the member that details name.', http: 500, jsonRpc: -32603, exit: 2 },
  tool_name_duplicate: { message: 'Two tools have the same name', next: 'Rename one of them.', http: 500, jsonRpc: -32603, exit: 2 },
  schema_unsupported: { message: 'The schema cannot be used', next: 'Use a Standard Schema library that yields JSON Schema, or JSON Schema 2020-12.', http: 500, jsonRpc: -32603, exit: 2 },
  gate_option_invalid: { message: 'An option of the gate is not valid', next: 'Correct the option that details name.', http: 500, jsonRpc: -32603, exit: 2 },
  policy_invalid: { message: 'The policy is not valid', next: 'Correct the rule that details name.', http: 500, jsonRpc: -32603, exit: 2 },
  package_missing: { message: 'A package that this feature needs is not installed', next: 'Install the package that details name.', http: 500, jsonRpc: -32603, exit: 2 },
  proof_missing: { message: 'Something tried to execute a call that no policy or person allowed', next: 'Go through the gate; report this as a bug.', http: 500, jsonRpc: -32603, exit: 3 },
  json_not_canonical: { message: 'The value has no canonical JSON text', next: 'Use plain JSON data with well-formed strings and finite numbers.', http: 400, jsonRpc: -32602, exit: 2 },
  salt_invalid: { message: 'The salt is not 16 bytes in base64url', next: 'Use the salt that was made with the record, unchanged.', http: 400, jsonRpc: -32602, exit: 2 },
  hmac_key_invalid: { message: 'The HMAC key is shorter than 32 bytes or belongs to another hasher', next: 'Make a key of at least 32 random bytes with the hasher that uses it.', http: 500, jsonRpc: -32603, exit: 2 },
  ledger_corrupt: { message: 'The ledger is damaged', next: 'Restore it from a backup; nothing was executed.', http: 503, jsonRpc: 4503, exit: 3 },
  ledger_busy: { message: 'The ledger is locked by another process', next: 'Try again; stop the process that holds it.', http: 503, jsonRpc: 4503, exit: 3 },
  ledger_full: { message: 'There is no room to write the ledger', next: 'Free disk space and try again; nothing was executed.', http: 503, jsonRpc: 4503, exit: 3 },
  ledger_read_only: { message: 'The ledger cannot be written', next: 'Give this account write access to the file and its folder.', http: 503, jsonRpc: 4503, exit: 3 },
  ledger_unreadable: { message: 'The ledger cannot be opened', next: 'Check the path and its permissions.', http: 503, jsonRpc: 4503, exit: 3 },
  ledger_version: { message: 'The ledger was written by another version', next: 'Run the version that wrote it, or migrate.', http: 503, jsonRpc: 4503, exit: 3 },
  ledger_closed: { message: 'The ledger is closed', next: 'Open it again.', http: 503, jsonRpc: 4503, exit: 3 },
  record_invalid: { message: 'The record that should be signed is not one', next: 'Correct the member that details name.', http: 500, jsonRpc: -32603, exit: 3 },
  record_too_large: { message: 'The record would be longer than 4096 bytes', next: 'Use shorter names for issuer, audience, user and policy.', http: 500, jsonRpc: -32603, exit: 3 },
  signer_failed: { message: 'The signer did not give a signature', next: 'Check the key and the service that holds it; nothing was signed.', http: 503, jsonRpc: 4503, exit: 3 },
  key_set_invalid: { message: 'The set of public keys is not valid', next: 'Use a JWK Set of public Ed25519 or P-256 keys, each with its own kid and alg, from an https address.', http: 500, jsonRpc: -32603, exit: 2 },
  keys_unavailable: { message: 'The public keys of the issuer cannot be had', next: 'Restore the address of the JWK Set and try again; nothing was executed.', http: 503, jsonRpc: 4503, exit: 3 },
  key_locked: { message: 'The signing key cannot be unlocked with this passphrase', next: 'Give the passphrase of the key store.', http: 503, jsonRpc: 4503, exit: 3 },
  key_passphrase_weak: { message: 'The passphrase of the key store is too short', next: 'Use at least 8 characters, better a whole sentence; or say that the keys need no passphrase.', http: 500, jsonRpc: -32603, exit: 2 },
  key_unreadable: { message: 'A file of the key store is missing or damaged', next: 'Restore it from a backup, or rotate to a new key.', http: 503, jsonRpc: 4503, exit: 3 },
  key_file_exposed: { message: 'Other accounts can reach a file of the key store', next: 'Take the access of group and others away (chmod 600 for files, 700 for the folder), and rotate if they may have read it.', http: 503, jsonRpc: 4503, exit: 3 },
  key_unknown: { message: 'No such key', next: 'Use a kid from the list of keys.', http: 404, jsonRpc: -32602, exit: 2 },
  key_missing: { message: 'There is no key to sign with', next: 'Create one by rotating.', http: 503, jsonRpc: 4503, exit: 3 },
  key_store_busy: { message: 'Another process is changing the key store', next: 'Try again; when no other process runs, remove the file keys.lock.', http: 503, jsonRpc: 4503, exit: 3 },
} as const satisfies Record<string, ErrorFacts>

/** A code of {@link ERRORS}. */
export type ErrorCode = keyof typeof ERRORS

/** The one error class: a fault with a code, never an expected ending. */
export class ToolnotaryError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'ToolnotaryError'
  readonly code: C
  /** Safe to log: identifiers, paths of a definition, counts. Never arguments, results, tokens or keys. */
  readonly details: Readonly<Record<string, string | number>>

  constructor(
    code: C,
    details: Readonly<Record<string, string | number>> = {},
    options?: ErrorOptions,
  ) {
    super(ERRORS[code].message, options)
    this.code = code
    this.details = Object.freeze({ ...details })
  }
}
