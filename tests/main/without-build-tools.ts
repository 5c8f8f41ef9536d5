import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'

/** Preloaded into a process: the packages that only builds and tests need cannot be found. */
const buildTools = ['vite', '@vitejs/plugin-react', 'rolldown', 'esbuild']

const { devDependencies } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { devDependencies: Record<string, string> }
const blockedPackages = [...buildTools, ...Object.keys(devDependencies)]

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (blockedPackages.some((name) => specifier === name || specifier.startsWith(`${name}/`)))
      throw new Error(`${specifier} is not installed in production.`)
    return nextResolve(specifier, context)
  },
})
