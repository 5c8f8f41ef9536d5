import { composeApp } from '../composition-root.ts'
import { createLog, createRateLimits } from '../http/index.ts'
import { openDatabase } from '../open-database.ts'
import { configuredProvidersOf } from '../providers.ts'
import { createSettings } from '../settings/index.ts'
import { runCommand } from './run-command.ts'

/** `npm run recover -- --since <time> [--dry-run]`: see `server/deploy/RECOVERY.md`. */
await runCommand('recover', async (config, args) => {
  const db = await openDatabase(config)
  const log = createLog({ level: config.logLevel })
  try {
    const settings = createSettings(db, configuredProvidersOf(config))
    const app = await composeApp({ config, db, log, settings, limits: createRateLimits({ db, log }) })
    try {
      return await app.recover(args)
    } finally {
      await app.stop()
    }
  } finally {
    await db.close()
  }
})
