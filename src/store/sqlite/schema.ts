/** Marks a SQLite file as a ledger: "tlny" in its header. */
export const APPLICATION_ID = 0x746c6e79

/**
 * What makes a ledger out of an empty file, one step a version; a step is never changed once it is released. The version
 * of a file is its `user_version`: how many steps it has seen.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
  ) STRICT;

  CREATE TABLE operations (
    operation TEXT PRIMARY KEY,
    tenant TEXT NOT NULL,
    tool TEXT NOT NULL,
    claimed_at INTEGER NOT NULL,
    -- an erased operation keeps its place, so that its id never runs again
    state TEXT NOT NULL
      CHECK (state IN ('requested', 'pending', 'approved', 'executing', 'ended', 'erased')),
    lookup TEXT,
    salt TEXT,
    outcome TEXT,
    lease_until INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    CHECK (state = 'erased' OR (lookup IS NOT NULL AND salt IS NOT NULL))
  ) STRICT;

  CREATE INDEX operations_pending ON operations (tenant, lookup) WHERE state = 'pending';

  -- other ids of the same intent, which joined while its question was open
  CREATE TABLE joined (
    joined TEXT PRIMARY KEY,
    operation TEXT NOT NULL REFERENCES operations (operation)
  ) STRICT;

  CREATE TABLE approvals (
    approval TEXT PRIMARY KEY,
    operation TEXT NOT NULL UNIQUE REFERENCES operations (operation),
    state TEXT NOT NULL
      CHECK (state IN ('pending', 'approved', 'declined', 'expired', 'revoked', 'consumed')),
    request TEXT NOT NULL,
    answer TEXT
  ) STRICT;

  CREATE TABLE audit (
    seq INTEGER PRIMARY KEY,
    text TEXT NOT NULL,
    prev TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;

  CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
    BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;
  CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
    BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;

  -- arguments and their salts, apart from the log that holds only digests of them
  CREATE TABLE kept (
    operation TEXT NOT NULL,
    salt TEXT NOT NULL,
    args TEXT NOT NULL,
    PRIMARY KEY (operation, salt)
  ) STRICT, WITHOUT ROWID;
  `,
]
