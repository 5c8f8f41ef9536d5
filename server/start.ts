import { ensureBuilt } from './build.ts'

// Production entry point: builds the islands first if they are missing or outdated.
await ensureBuilt()
await import('./main.ts')
