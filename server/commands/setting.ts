import { openDatabase } from '../open-database.ts'
import { configuredProvidersOf } from '../providers.ts'
import { createSettings } from '../settings/index.ts'
import { runCommand } from './run-command.ts'
import { settingCommand } from './settings-command.ts'

/** `npm run setting [name [value]]` */
await runCommand('setting', async (config, args) => {
  const db = await openDatabase(config)
  try {
    return await settingCommand(createSettings(db, configuredProvidersOf(config)), args)
  } finally {
    await db.close()
  }
})
