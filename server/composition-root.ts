import type { Catalogue } from './catalogue/index.ts'
import { ledgerCommand } from './commands/ledger-command.ts'
import { runManagerCommand } from './commands/manager-command.ts'
import { recoverCommand } from './commands/recover-command.ts'
import { createDependencies, type ProviderOverrides } from './composition/dependencies.ts'
import { createRoutes } from './composition/routes.ts'
import { createStartupData } from './composition/startup-data.ts'
import { legalTransitions } from './composition/state-machines.ts'
import { createWebhooks } from './composition/webhooks.ts'
import { createChecks, createCronJobs, createQueues } from './composition/work.ts'
import type { AppContext, Features } from './context.ts'
import { storeTransitions } from './database/index.ts'
import { createJobs, createTaskRunner, type QueueMetrics } from './jobs/index.ts'
import { type Operations, outagesByService } from './operations/index.ts'
import type { OrderProcessor } from './purchase/index.ts'
import type { RecoveryResult } from './recovery/index.ts'

/** The composed features, plus the members that tests and commands use. */
export interface Application extends Features {
  readonly orderProcessor: OrderProcessor
  readonly catalogue: Catalogue
  readonly operations: Operations
  /** Claims and starts all due rows once, and runs every check. @returns the number of rows and changes */
  runDueJobs(): Promise<number>
  /** False while a job or other background task runs. */
  isIdle(): boolean
  /** `npm run recover`. @throws CommandError */
  recover(args: readonly string[]): Promise<RecoveryResult>
  /** The queues' metrics in this process, by name. */
  jobMetrics(): Promise<ReadonlyMap<string, QueueMetrics>>
}

/** In-flight jobs have this long to finish at shutdown. */
const drainMs = 15_000

/** Composition root: creates the dependencies and gives them to requests, webhooks, jobs and commands. */
export async function composeApp(
  context: AppContext,
  overrides: ProviderOverrides = {},
): Promise<Application> {
  const { db, log, settings } = context
  await storeTransitions(db, legalTransitions)
  const taskRunner = createTaskRunner(log)
  const dependencies = await createDependencies(context, overrides, {
    runInBackground: taskRunner.run,
    trigger: (queue) => jobs.trigger(queue),
  })
  const { deps, orderProcessor, operations, senders, streams, translations, assertPin } = dependencies
  const jobs = createJobs({
    db,
    log,
    taskRunner,
    queues: createQueues(dependencies),
    checks: createChecks(dependencies),
    cron: createCronJobs(dependencies),
    onCronFailure: operations.alertJobFailed,
  })
  const { vendors, catalogue, availability } = deps
  context.metrics?.registerDatabase({ db, vendors, settings, queueMetrics: jobs.metrics })
  const startupData = createStartupData(dependencies)
  const recover = (args: readonly string[]) => recoverCommand(deps, args)
  return {
    routes: createRoutes(dependencies),
    webhooks: createWebhooks(dependencies),
    assertPin,
    commandHandlers: {
      manager: (args) => runManagerCommand(db, args),
      ledger: (args) => ledgerCommand({ db, vendors }, args),
      recover,
    },
    orderProcessor,
    catalogue,
    operations,
    recover,
    runDueJobs: jobs.runDueJobs,
    isIdle: taskRunner.isIdle,
    jobMetrics: jobs.metrics,
    outages: () => outagesByService(availability),
    async start() {
      await translations.start()
      await startupData.load()
      await jobs.start()
    },
    loadDemoData: startupData.loadDemoMonth,
    closeStreams: () => streams.close(),
    async stop() {
      await translations.stop()
      await streams.close()
      if (!(await jobs.stop(drainMs)))
        log.warn('shutdown timed out; unfinished jobs continue at the next start')
      senders.mail?.close()
      senders.campaignMail?.close()
      await dependencies.reports.close()
    },
  }
}
