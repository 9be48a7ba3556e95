import type { Ledger } from '../core/ledger.ts'

/** The same ledger with some of its methods replaced: for faults that a real store has only on bad days. */
export function wrapLedger(ledger: Ledger, replaced: Partial<Ledger>): Ledger {
  return {
    lookupKey: ledger.lookupKey,
    claim: (claim) => ledger.claim(claim),
    request: (request, audit) => ledger.request(request, audit),
    decide: (approval, answer, audit) => ledger.decide(approval, answer, audit),
    close: (approval, state, audit) => ledger.close(approval, state, audit),
    begin: (begin) => ledger.begin(begin),
    settle: (settle) => ledger.settle(settle),
    append: (records) => ledger.append(records),
    find: (operation) => ledger.find(operation),
    findApproval: (approval) => ledger.findApproval(approval),
    changed: (operation, state, signal) => ledger.changed(operation, state, signal),
    entries: (fromSeq) => ledger.entries(fromSeq),
    dispose: () => ledger.dispose(),
    ...replaced,
  }
}
