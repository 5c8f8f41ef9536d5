import { plainSentence } from '../cannot-start.ts'
import { type Config, readConfig } from '../config.ts'
import { askApp } from './control.ts'

type Lines = readonly string[]

/**
 * Runs one command of the command line: in the app when it holds the embedded database, else here.
 * Prints its lines, or one sentence on what was wrong (exit code 1).
 */
export async function runCommand(
  name: string,
  here: (config: Config, args: Lines) => Promise<Lines>,
): Promise<void> {
  const args = process.argv.slice(2)
  try {
    const config = readConfig()
    const there = config.databaseUrl ? undefined : await askApp(config.dataDir, name, args)
    const lines = there ? (there.result as Lines) : await here(config, args)
    process.stdout.write(`${lines.join('\n')}\n`)
  } catch (error) {
    process.stderr.write(`${plainSentence(error)}\n`)
    process.exitCode = 1
  }
}
