import { ManagerCommandError, managerCommand } from '../accounts/index.ts'
import type { Database } from '../database/index.ts'
import { CommandError } from './control.ts'

/** `npm run manager`, in the running app or in this process. @throws CommandError */
export async function runManagerCommand(db: Database, args: readonly string[]): Promise<string[]> {
  try {
    return await managerCommand(db, args)
  } catch (error) {
    if (error instanceof ManagerCommandError) throw new CommandError(error.message)
    throw error
  }
}
