import { ensureBuilt } from './build.ts'

// The one way to start: a fresh clone, or one whose islands changed, builds them first.
await ensureBuilt()
await import('./main.ts')
