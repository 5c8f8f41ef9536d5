import { openDatabase } from '../open-database.ts'
import { vendorsOf } from '../providers.ts'
import { booksCommand } from './books-command.ts'
import { runCommand } from './run-command.ts'

/** `npm run books [-- open | fund | accept | explain …]` */
await runCommand('books', async (config, args) => {
  const db = await openDatabase(config)
  try {
    return await booksCommand({ db, vendors: vendorsOf(config) }, args)
  } finally {
    await db.close()
  }
})
