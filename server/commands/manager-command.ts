import { ManagerCommandError, managerCommand } from '../accounts/index.ts'
import type { Database } from '../database/index.ts'
import { CommandError } from './control.ts'

/**
 * Runs `npm run manager`: called by the running app, which the command asks, or by the command itself when no app runs.
 * @throws CommandError with the reason, which the command prints
 */
export async function runManagerCommand(db: Database, args: readonly string[]): Promise<string[]> {
  try {
    return await managerCommand(db, args)
  } catch (error) {
    if (error instanceof ManagerCommandError) throw new CommandError(error.message)
    throw error
  }
}
