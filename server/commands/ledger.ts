import { openDatabase } from '../open-database.ts'
import { vendorsOf } from '../providers.ts'
import { ledgerCommand } from './ledger-command.ts'
import { runCommand } from './run-command.ts'

/** `npm run ledger [-- open | fund | accept | resolve …]` */
await runCommand('ledger', async (config, args) => {
  const db = await openDatabase(config)
  try {
    return await ledgerCommand({ db, vendors: vendorsOf(config) }, args)
  } finally {
    await db.close()
  }
})
