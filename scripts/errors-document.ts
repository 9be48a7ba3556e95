/** The facts of one error that a reader sees. */
export interface DocumentedFacts {
  readonly message: string
  readonly next: string
  readonly http: number
  readonly jsonRpc: number
  readonly exit: number
}

const HEAD = `# Errors

Every code that \`ToolnotaryError\` and the endings of a call can carry. \`npm run generate\` writes this page from
\`src/errors.ts\`, and a test keeps both equal. A code is never renamed and never reused. Messages are constant: they
never contain arguments, results, tokens or keys.

| Code | Message | What to do | HTTP | JSON-RPC | Exit |
|---|---|---|---|---|---|
`

const row = ([code, facts]: readonly [string, DocumentedFacts]): string =>
  `| \`${code}\` | ${facts.message} | ${facts.next} | ${facts.http} | ${facts.jsonRpc} | ${facts.exit} |`

/** The text of docs/errors.md for a table of errors. */
export function errorsDocument(errors: Readonly<Record<string, DocumentedFacts>>): string {
  return `${HEAD}${Object.entries(errors).map(row).join('\n')}\n`
}

/** Everything in which a page and a table of errors differ. */
export function errorsDocumentProblems(
  errors: Readonly<Record<string, DocumentedFacts>>,
  page: string,
): readonly string[] {
  const wanted = errorsDocument(errors).split('\n')
  const found = page.split('\n')
  const problems = [
    ...wanted.filter((line) => !found.includes(line)).map((line) => `missing: ${line}`),
    ...found.filter((line) => !wanted.includes(line)).map((line) => `unknown: ${line}`),
  ]
  return problems.length === 0 && wanted.length !== found.length ? ['lines repeat'] : problems
}
