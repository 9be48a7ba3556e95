import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,test,examples}/**/*.test.ts'],
    // Threads start faster than processes, and no test changes the working folder or the environment.
    pool: 'threads',
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
