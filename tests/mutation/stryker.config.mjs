/**
 * `npm run test:mutation`: changes each expression of the pure money modules, and expects a unit test to fail.
 * Files that need a database are covered by `npm run test:defects`.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
  mutate: [
    'shared/money.ts',
    'server/ledger/accounts.ts',
    'server/ledger/*entry.ts',
    'server/operations/reconciliation/float-forecast.ts',
    'server/operations/settlements/match-line.ts',
    'server/vending/evaluate-outcome.ts',
  ],
  thresholds: { high: 95, low: 90, break: 85 },
  incremental: true,
  incrementalFile: 'node_modules/.stryker-incremental.json',
  tempDirName: 'node_modules/.stryker',
  ignorePatterns: ['dist', 'data', 'tests/bench', 'tests/client', 'tests/e2e'],
  // TypeScript 7 has no function with which Stryker could rewrite tsconfig.json; this file does not exist.
  tsconfigFile: 'tests/mutation/tsconfig.json',
  concurrency: 2,
  reporters: ['clear-text', 'progress'],
}
