import { defineConfig } from 'vitest/config'

/** The unit tests of the mutated files. They use neither a database nor a browser. */
export default defineConfig({
  test: {
    include: [
      'tests/ledger/entries.test.ts',
      'tests/operations/{float-forecast,match-line}.test.ts',
      'tests/shared/money.test.ts',
      'tests/vending/evaluate-outcome.test.ts',
    ],
  },
})
