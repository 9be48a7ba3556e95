/** What a run of the tests came to. */
export interface Verdict {
  /** The one line that a reader and a machine look for. */
  readonly summary: string
  /** Why the run is not good; empty when it is. */
  readonly problems: readonly string[]
}

/** The part of vitest's JSON report that is read. */
export interface TestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

const isService = (file: string): boolean => file.endsWith('.service.test.ts')

/** Counts a report. On a build server a test that needs a service must run: there a skip is a problem. */
export function verdictOf({ testResults }: TestReport, onBuildServer: boolean): Verdict {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ file: name, fullName, status })),
  )
  const withStatus = (...wanted: readonly string[]) =>
    tests.filter(({ status }) => wanted.includes(status))
  const passed = withStatus('passed')
  const failed = withStatus('failed')
  const skipped = tests.filter((test) => !passed.includes(test) && !failed.includes(test))
  const unloaded = testResults.filter(
    ({ status, name }) => status === 'failed' && !failed.some(({ file }) => file === name),
  )
  const failures = failed.length + unloaded.length
  return {
    summary: `${passed.length} passed, ${failures} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
    problems: [
      ...failed.map(({ fullName }) => `failed: ${fullName}`),
      ...unloaded.map(({ name }) => `did not load: ${name}`),
      ...(passed.length + failures === 0 ? ['no test ran'] : []),
      ...skipped
        .filter(({ file }) => onBuildServer && isService(file))
        .map(({ fullName }) => `a service is missing: ${fullName}`),
    ],
  }
}
