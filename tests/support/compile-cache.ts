import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Environment of a process that a test starts: it loads the modules that an earlier process has compiled. */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'sanwo-compile-cache') } as const
