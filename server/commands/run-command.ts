import { type Config, readConfig } from '../config.ts'
import { withLongTimeout } from '../database/index.ts'
import { errorSentence } from '../startup-error.ts'
import { sendCommand } from './control.ts'

type Lines = readonly string[]
/** Lines to print; `hasFailed` sets exit code 1. */
type CommandOutput = Lines | { readonly lines: Lines; readonly hasFailed: boolean }

/**
 * Runs a command: in the running app if it holds the embedded database, else in this process. Prints its lines, or one
 * error message (exit code 1).
 */
export async function runCommand(
  name: string,
  runLocally: (config: Config, args: Lines) => Promise<CommandOutput>,
): Promise<void> {
  const args = process.argv.slice(2)
  try {
    const config = readConfig()
    const remote = config.databaseUrl ? undefined : await sendCommand(config.dataDir, name, args)
    const output = remote
      ? (remote.result as CommandOutput)
      : await withLongTimeout(() => runLocally(config, args))
    const { lines, hasFailed } = 'lines' in output ? output : { lines: output, hasFailed: false }
    process.stdout.write(`${lines.join('\n')}\n`)
    if (hasFailed) process.exitCode = 1
  } catch (error) {
    process.stderr.write(`${errorSentence(error)}\n`)
    process.exitCode = 1
  }
}
