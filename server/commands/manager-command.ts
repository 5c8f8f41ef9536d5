import { ManagerRefused, managerCommand } from '../accounts/index.ts'
import type { Database } from '../database/index.ts'
import { CommandRefused } from './control.ts'

/** `npm run manager`, in the app or beside it. @throws CommandRefused */
export async function tellManagers(db: Database, args: readonly string[]): Promise<string[]> {
  try {
    return await managerCommand(db, args)
  } catch (error) {
    if (error instanceof ManagerRefused) throw new CommandRefused(error.message)
    throw error
  }
}
