import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Chunks that many pages share: a page of its own then adds only a few KB. */
const shared = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'axios', test: /node_modules\/axios\// },
]

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
          input: ['islands/main.tsx', 'islands/styles.css', 'views/shell.css'],
          output: { codeSplitting: { groups: shared } },
        },
      },
  test: {
    // Much of a test's time is waiting: for a browser, a database, a counterparty.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    include: ['tests/**/*.test.{ts,tsx}'],
  },
}))
