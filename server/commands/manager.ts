import { openDatabase } from '../open-database.ts'
import { runManagerCommand } from './manager-command.ts'
import { runCommand } from './run-command.ts'

/** `npm run manager [-- e-mail [name | off]]` */
await runCommand('manager', async (config, args) => {
  const db = await openDatabase(config)
  try {
    return await runManagerCommand(db, args)
  } finally {
    await db.close()
  }
})
