import { type RunningServer, startApp, startWebServer } from './app.ts'
import { startupBanner, webStartupBanner } from './banner.ts'
import { hasBuild } from './build.ts'
import { composeApp } from './composition-root.ts'
import { type Config, readConfig } from './config.ts'
import { errorSentence, StartupError } from './startup-error.ts'

/** A shutdown takes at most this long. */
const maxShutdownMs = 25_000
/** Ctrl+C reaches this process twice when npm started it: from the terminal and from npm. */
const sameSignalMs = 1_000

/** Process entry point: reads the environment, starts the application, prints its address and stops on a signal. */
try {
  const starting = start(readConfig())
  stopOnSignal(starting)
  await starting
} catch (error) {
  fail(error)
}

async function start(config: Config): Promise<RunningServer> {
  if (config.role === 'all' && !hasBuild())
    throw new StartupError('The pages are not built: run npm run build.')
  if (config.role === 'all' && config.apiUpstream) {
    const shell = await startWebServer(config, config.apiUpstream)
    printLine(webStartupBanner(shell, config.apiUpstream))
    return shell
  }
  const app = await startApp(config, composeApp)
  printLine(startupBanner(app))
  app.loadDemoData()
  return app
}

/**
 * The first signal waits for the start and for in-flight work; what is unfinished after 25 s is continued by another
 * process. A second signal exits immediately.
 */
function stopOnSignal(starting: Promise<RunningServer>): void {
  let stoppingSince: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      const now = performance.now()
      if (stoppingSince !== undefined) {
        if (now - stoppingSince > sameSignalMs) process.exit(130)
        return
      }
      stoppingSince = now
      setTimeout(() => process.exit(0), maxShutdownMs)
      starting.then((running) => running.close()).then(() => process.exit(0), fail)
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
