/// <reference types="vitest/config" />

import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { shellStyle, styleSources } from './server/web/assets.ts'
import { parsedTexts } from './server/web/parsed-texts.ts'
import { services } from './shared/constants.ts'

/**
 * Modules that are loaded together share one chunk: on a slow connection each extra request costs more than its bytes.
 * Modules not listed here become small chunks of their own. `npm run bench -- weight` measures the sizes.
 */
const chunkGroups = {
  /** Modules that every service form needs. */
  forms: {
    'islands/lib':
      'api cache disable-around focus format idempotency-keys is-record lazy lists matches-search meta page-data phone pre-hydration-input press retry-import storage texts toast ' +
      'use-focus-on-change use-hydrated use-loaded use-signed-in validate',
    'islands/ui':
      'boundary button choice-group component-texts copy-button details-list dialog error-summary field form formatted-fields icons overlay ' +
      'phone-field picker picker-controls render-parts rich status-display texts typed-fields',
    'islands/purchase':
      'amount code-card customer-check date-time form-rules logo navigate page-note phones post-without-script service-form service-unavailable texts use-field-errors ' +
      'use-list use-navigation-pending use-quote use-service-form use-validation',
    'shared/services': '.*',
    shared: 'constants contract dates i18n money pages phone providers tokens',
    'node_modules/(intl-messageformat|@formatjs)': '.*',
    // Bundler helpers.
    '\0(vite|@oxc-project)': '.*',
  },
  /** Modules of every contract: a form loads them when a visitor starts to use it. */
  contracts: {
    shared: 'field-texts fields purchase-field-texts references service-contract',
    'node_modules/zod': '.*',
  },
  /** Modules of the review and payment steps. */
  pay: {
    'islands/purchase':
      'checkout details details-texts method-list methods payment-dialog payment-texts saved-cards use-details use-payment wallet-and-cards',
    'islands/ui': 'card-brand-logo',
    shared: 'cards payments wallet',
  },
  /** Modules shared by the review step and the pages of an order. */
  findOrder: {
    'islands/purchase': 'buy-again buy-again-texts find-order',
    'islands/ui': 'posted-field',
    shared: 'find-order order-texts wallet-texts',
  },
  /** Modules shared by the pages of an order. */
  order: {
    'islands/purchase':
      'money-line order-card order-card-texts order-timeline order-timeline-list process-texts refund-account-text refund-notes',
    'islands/ui': 'status-badge',
    shared: 'orders status-texts statuses',
  },
  /** Modules shared by the pages that show a receipt. */
  receipt: {
    'islands/purchase':
      'brand-mark native-share receipt receipt-merchant receipt-rows success-texts use-receipt-file',
    'islands/lib': 'save-file',
    shared: 'merchant-texts order-receipt receipts',
  },
  /** Texts and rules of an account's fields; orders contain some of them. */
  accountFields: { shared: 'account-field-texts auth-pin languages scopes' },
  /** Modules shared by the pages of an account. */
  account: {
    'islands/account':
      'account-head account-request lazy-dialog number-text texts use-short-list wallet-texts',
    'islands/ui': 'empty-state skeleton',
    shared: 'error-texts errors',
  },
  /** Modules shared by the chooser and the dashboard. */
  services: { 'islands/ui': 'service-icon service-tile-texts service-tiles' },
  /** Modules shared by registration, sign-in, e-mail verification and password reset; other pages use the form. */
  signIn: {
    'islands/account': 'email-field form sign-in-texts use-account-form',
    'islands/ui': 'password-field',
    shared: 'accounts weak-pin',
  },
  /** Modules shared by the electricity pages. */
  power: { 'islands/power': 'discos texts token-card tokens use-discos values' },
  powerReceipt: { 'islands/power': 'native-share receipt receipt-texts share token-list use-receipt' },
  /** Modules shared by the forms that ask for a phone number's network. */
  networks: { 'islands/purchase': 'network-hint network-hint-texts network-of-phone' },
  /** Modules shared by the pages of each other service. */
  ...Object.fromEntries(
    services
      .filter((service) => service !== 'power')
      .map((service) => [service, { [`islands/${service}`]: 'networks texts values' }]),
  ),
}

/** Matches files by folder and name. A folder name may continue (a package with its version). */
const filesOf = (folders: Record<string, string>) =>
  new RegExp(
    Object.entries(folders)
      .map(([folder, names]) => `${folder}[^/]*/(${names.replaceAll(' ', '|')})\\.[jt]sx?$`)
      .join('|'),
  )

/** Chunks shared by many pages; a page's own chunk then adds only a few KB. */
const sharedChunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/, priority: 1 },
  // Only the account area and the back office load it; no other module needs helpers for private fields.
  {
    name: 'query',
    test: /node_modules\/@tanstack\/(react-query|query-core)\/|islands\/account\/(query-client|use-(query|infinite-query|mutation))\.|\/(classPrivate|checkPrivate|assertClassBrand)/,
    priority: 1,
  },
  ...Object.entries(chunkGroups).map(([name, folders]) => ({ name, test: filesOf(folders) })),
]

const allTests = 'tests/**/*.test.{ts,tsx}'
const testsIn = (...folders: string[]) => folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`)
const islandTests = testsIn('islands')
/** Tests that load modules again, replace the page's body or need a page without an earlier toast. */
const freshPageTests = [
  'entry.test.ts',
  'lib/helpers.test.ts',
  'lib/toast.test.tsx',
  'lib/toast-position.test.ts',
].map((file) => `tests/islands/${file}`)
/** The test of a copy of the project, with its type check: the longest, so it does not start last. */
const projectCopyTest = 'tests/architecture/additions.test.ts'
/** Changes the language of all texts in its process, which the server sets when it is loaded. */
const languageTest = 'tests/shared/i18n.test.ts'
const isolatedTests = [...testsIn('faults', 'main'), ...freshPageTests, projectCopyTest, languageTest]
const browserTests = testsIn('e2e')

export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [react(), ...(command === 'build' && !isSsrBuild ? [parsedTexts()] : [])],
  ...(command === 'build' &&
    !isSsrBuild && {
      resolve: {
        alias: {
          '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
        },
      },
    }),
  publicDir: false,
  // One file without imports: rendering does not depend on how node_modules resolves React's build.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' }, ssr: { noExternal: true } }),
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: 'islands/server.tsx',
        rollupOptions: {
          output: { entryFileNames: 'server.js' },
          checks: { ineffectiveDynamicImport: false },
        },
      }
    : {
        outDir: 'dist/client',
        // A running web server and open pages still request the modules of the previous build.
        emptyOutDir: false,
        manifest: true,
        target: 'es2020',
        // Cascade layers are the oldest feature that the stylesheet requires.
        cssTarget: ['chrome99', 'firefox97', 'safari15.4'],
        // The web server renders the preload links itself, with the CSP nonce.
        modulePreload: false,
        assetsInlineLimit: 0,
        rollupOptions: {
          input: ['islands/main.tsx', ...Object.values(styleSources), shellStyle],
          // Project modules have no side effects except the page entry point, so an index file adds only what is used.
          treeshake: {
            moduleSideEffects: [
              { test: /islands\/main\.tsx$|\.css$/, sideEffects: true },
              { test: /\/(islands|shared)\//, sideEffects: false },
            ],
          },
          output: { codeSplitting: { includeDependenciesRecursively: false, groups: sharedChunks } },
        },
      },
  test: {
    // Tests mostly wait for a browser, a database or a provider; one worker per core left a third of the CPU idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine takes longer than the default of one second.
    expect: { poll: { timeout: 8_000 } },
    projects: [
      // Files run one after another in a process that has already loaded the database and the server.
      {
        extends: true,
        test: {
          name: 'modules',
          isolate: false,
          include: [allTests],
          exclude: ['tests/client/**', ...islandTests, ...isolatedTests, ...browserTests],
        },
      },
      // Components, in one page per process: React, the test library and axe are loaded once, not once per file.
      {
        extends: true,
        test: {
          name: 'islands',
          isolate: false,
          include: islandTests,
          exclude: freshPageTests,
          // They wait for timers three quarters of their time. They run after the other projects, whose workers are busy.
          maxWorkers: Math.min(availableParallelism() * 3, 12),
          sequence: { groupOrder: 1 },
        },
      },
      // Tests that change the state of their process or page, or of a copy of the project.
      { extends: true, test: { name: 'isolated', include: isolatedTests } },
      // Files run one after another in a process that has already loaded the server and a browser. CI retries a
      // browser test once, because a browser can stall without a defect. Tests about money are not retried.
      {
        extends: true,
        test: { name: 'browser', isolate: false, include: browserTests, retry: process.env.CI ? 1 : 0 },
      },
    ],
  },
}))
