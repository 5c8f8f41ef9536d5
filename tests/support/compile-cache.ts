import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Environment of a process that a test starts: it loads the modules that an earlier process has compiled, and its
 * database stays empty.
 */
export const compileCache = {
  NODE_COMPILE_CACHE: join(tmpdir(), 'sanwo-compile-cache'),
  DEMO_DATA: 'off',
} as const
