import { availableParallelism } from 'node:os'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { shellStyle, styleSources } from './server/web/assets.ts'

/**
 * Parts that are met together stand in one file: on a slow line each further request costs more than its bytes.
 * What is not named here goes into small files of its own. `npm run bench -- weight` weighs it.
 */
const parts = {
  /** What every form of a service needs. */
  forms: {
    'islands/lib':
      'api cache early fetch-part focus format keys later lists meta page-data phone storage toast validate',
    'islands/ui':
      'boundary button choice-group copy-button details-list dialog error-summary field icons overlay phone-field ' +
      'picker picker-parts status-display typed-fields',
    'islands/purchase':
      'amount code-card customer-check form-rules go logo moment page-note phones service-form test-values use-leaving ' +
      'use-list use-notes use-quote use-service-form words',
    shared: 'constants contract dates fields journeys money pages phone references',
    'node_modules/zod': '.*',
    // The bundler's own helpers.
    '\0(vite|@oxc-project)': '.*',
  },
  /** What is checked and chosen before paying. */
  pay: {
    'islands/purchase':
      'checkout details method-list methods own payment-dialog saved-cards use-details use-payment',
    'islands/ui': 'card-mark',
    shared: 'cards payments wallet',
  },
  /** What the pages of electricity have in common. */
  power: { 'islands/power': 'discos token-card tokens use-discos', shared: 'power' },
}

/** Files by folder and name; the folder's name may go on (a package with its version). */
const filesOf = (folders: Record<string, string>) =>
  new RegExp(
    Object.entries(folders)
      .map(([folder, names]) => `${folder}[^/]*/(${names.replaceAll(' ', '|')})\\.[jt]sx?$`)
      .join('|'),
  )

/** Files that many pages share: a page of its own then adds only a few KB. */
const shared = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 1 },
  { name: 'axios', test: /node_modules\/axios\//, priority: 1 },
  ...Object.entries(parts).map(([name, folders]) => ({ name, test: filesOf(folders) })),
]

const tests = 'tests/**/*.test.{ts,tsx}'
const inRooms = (...rooms: string[]) => rooms.map((room) => `tests/${room}/**/*.test.{ts,tsx}`)
const apart = inRooms('islands', 'faults', 'main')
const inBrowser = inRooms('e2e')

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  publicDir: false,
  // One file without imports: rendering does not depend on how node_modules picks React's build.
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
        // A running shell, and pages it already sent, still ask for the modules of the last build.
        emptyOutDir: false,
        manifest: true,
        target: 'es2020',
        // Cascade layers are the oldest thing the stylesheet cannot do without.
        cssTarget: ['chrome99', 'firefox97', 'safari15.4'],
        // The shell prints the preloads itself, with the nonce that the CSP asks for.
        modulePreload: false,
        assetsInlineLimit: 0,
        rollupOptions: {
          input: ['islands/main.tsx', ...Object.values(styleSources), shellStyle],
          // Our modules only define things, all but the one that starts the page: an index brings what is used of it.
          treeshake: {
            moduleSideEffects: [
              { test: /islands\/main\.tsx$|\.css$/, sideEffects: true },
              { test: /\/(islands|shared)\//, sideEffects: false },
            ],
          },
          output: { codeSplitting: { includeDependenciesRecursively: false, groups: shared } },
        },
      },
  test: {
    // Much of a test's time is waiting: for a browser, a database, a counterparty. Two on two cores left a third idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      // Files of one process after the other: it has loaded the database and the server already.
      {
        extends: true,
        test: { name: 'rooms', isolate: false, include: [tests], exclude: [...apart, ...inBrowser] },
      },
      // What changes its process, or has a page in it.
      { extends: true, test: { name: 'apart', include: apart } },
      // A browser that stalls for a moment makes nobody's change wrong; what fails twice does. Money has no second try.
      { extends: true, test: { name: 'browser', include: inBrowser, retry: process.env.CI ? 1 : 0 } },
    ],
  },
}))
