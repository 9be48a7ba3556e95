import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Relative to the folder that Stryker narrows to src, where mutants live.
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'reports/**', '.stryker-tmp/**'],
    // Threads start faster than processes, and no test changes the working folder or the environment.
    pool: 'threads',
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 20_000,
    passWithNoTests: false,
    allowOnly: false,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      reporter: ['text-summary', 'json-summary', 'html'],
    },
  },
})
