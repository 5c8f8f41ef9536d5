import { type RunningServer, startApp, startWebServer } from './app.ts'
import { startupBanner, webStartupBanner } from './banner.ts'
import { composeApp } from './composition-root.ts'
import { type Config, readConfig } from './config.ts'
import { errorSentence } from './startup-error.ts'

/** Process entry point: reads the environment, starts the application, prints its address and stops on a signal. */
try {
  stopOnSignal(await start(readConfig()))
} catch (error) {
  fail(error)
}

async function start(config: Config): Promise<RunningServer> {
  if (config.role === 'all' && config.apiUpstream) {
    const shell = await startWebServer(config, config.apiUpstream)
    printLine(webStartupBanner(shell, config.apiUpstream))
    return shell
  }
  const app = await startApp(config, composeApp)
  printLine(startupBanner(app))
  return app
}

/** The first signal waits for in-flight work; a second one exits immediately. */
function stopOnSignal(running: RunningServer): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(130)
      stopping = true
      running.close().then(() => process.exit(0), fail)
    })
  }
}

function printLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

function fail(error: unknown): void {
  process.stderr.write(`${errorSentence(error)}\n`)
  process.exit(1)
}
