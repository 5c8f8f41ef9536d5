import { type Running, startApp, startShell } from './app.ts'
import { plainSentence } from './cannot-start.ts'
import { type Config, readConfig } from './config.ts'
import { assemble } from './features.ts'
import { shellWelcome, welcome } from './welcome.ts'

/** The process: reads the environment, starts, says where it is, and stops when it is asked to. */
try {
  stopOnSignal(await start(readConfig()))
} catch (error) {
  fail(error)
}

async function start(config: Config): Promise<Running> {
  if (config.role === 'all' && config.apiUpstream) {
    const shell = await startShell(config, config.apiUpstream)
    say(shellWelcome(shell, config.apiUpstream))
    return shell
  }
  const app = await startApp(config, assemble)
  say(welcome(app))
  return app
}

/** The first signal lets work end; a second one does not wait. */
function stopOnSignal(running: Running): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(130)
      stopping = true
      running.close().then(() => process.exit(0), fail)
    })
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function fail(error: unknown): void {
  process.stderr.write(`${plainSentence(error)}\n`)
  process.exit(1)
}
