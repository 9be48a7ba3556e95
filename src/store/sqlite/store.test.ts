import { ledgerContract } from '../../testing/ledger-contract.ts'
import { newStorePath } from '../../testing/store-path.ts'
import { openSqliteStore } from './store.ts'

ledgerContract('sqlite', () => openSqliteStore(newStorePath()))
