import { plainSentence } from '../cannot-start.ts'
import { type Config, readConfig } from '../config.ts'
import { unhurried } from '../database/index.ts'
import { askApp } from './control.ts'

type Lines = readonly string[]
/** Lines to print; `failed` when they tell of something wrong (exit code 1). */
type Said = Lines | { readonly lines: Lines; readonly failed: boolean }

/**
 * Runs one command of the command line: in the app when it holds the embedded database, else here.
 * Prints its lines, or one sentence on what was wrong (exit code 1).
 */
export async function runCommand(
  name: string,
  here: (config: Config, args: Lines) => Promise<Said>,
): Promise<void> {
  const args = process.argv.slice(2)
  try {
    const config = readConfig()
    const there = config.databaseUrl ? undefined : await askApp(config.dataDir, name, args)
    const said = there ? (there.result as Said) : await unhurried(() => here(config, args))
    const { lines, failed } = 'lines' in said ? said : { lines: said, failed: false }
    process.stdout.write(`${lines.join('\n')}\n`)
    if (failed) process.exitCode = 1
  } catch (error) {
    process.stderr.write(`${plainSentence(error)}\n`)
    process.exitCode = 1
  }
}
