import {
  parseRecoveryArguments,
  type RecoveryDeps,
  RecoveryError,
  type RecoveryResult,
  recoverDatabase,
} from '../recovery/index.ts'
import { CommandError } from './control.ts'

/** `npm run recover`, in the running app or in this process. @throws CommandError */
export async function recoverCommand(deps: RecoveryDeps, args: readonly string[]): Promise<RecoveryResult> {
  try {
    return await recoverDatabase(deps, parseRecoveryArguments(args))
  } catch (error) {
    if (error instanceof RecoveryError) throw new CommandError(error.message)
    throw error
  }
}
