import type { Drill, DrillResult } from './support/drill.ts'
import { CannotRunError } from './support/programs.ts'

/**
 * `npm run test:drills` lists the drills; `npm run test:drills -- failover restore` runs the named ones. Drills that
 * use PostgreSQL and do not start one themselves need TEST_DATABASE_URL. The exit code is 0 only when each one passed.
 */
const drills: Readonly<Record<string, { description: string; load: () => Promise<Drill> }>> = {
  'production-start': {
    description: 'Dockerfile, compose.yaml and sanwo.service without a container daemon, and npm start',
    load: () => import('./production-start.ts'),
  },
  'two-releases': {
    description: 'upgrade from the newest release and roll-back while people buy',
    load: () => import('./two-releases.ts'),
  },
  'migration-locks': {
    description: 'upgrade of a database with 1,000,000 orders while statements read and write it',
    load: () => import('./migration-locks.ts'),
  },
  failover: {
    description: 'loss of the primary of a Patroni cluster while people buy',
    load: () => import('./failover.ts'),
  },
  resources: {
    description: 'full disk, clock step, blocked event loop and few file descriptors while people buy',
    load: () => import('./resources.ts'),
  },
  observability: {
    description: 'Prometheus with our rules on a running product, and every query of dashboard and runbook',
    load: () => import('./observability.ts'),
  },
  restore: {
    description: 'restore to an earlier time with pgBackRest, and recovery of the lost orders',
    load: () => import('./restore.ts'),
  },
}

const selected = process.argv.slice(2)
const unknown = selected.filter((name) => !Object.hasOwn(drills, name))
if (unknown.length > 0)
  fail(`Unknown drill: ${unknown.join(', ')}. Drills: ${Object.keys(drills).join(', ')}.`)
else if (selected.length === 0) listDrills()
else for (const name of selected) if (!(await runDrill(name))) process.exitCode = 1

function listDrills(): void {
  print('Run drills with npm run test:drills -- <name>:')
  for (const [name, { description }] of Object.entries(drills)) print(`  ${name.padEnd(18)}${description}`)
}

async function runDrill(name: string): Promise<boolean> {
  print(`== ${name}: ${drills[name]!.description}`)
  const result = await resultOf(drills[name]!)
  if (result) for (const [metric, value] of Object.entries(result.metrics)) print(`${metric}: ${value}`)
  const passed = result?.passed ?? false
  print(`== ${name}: ${passed ? 'passed' : 'FAILED'}`)
  return passed
}

async function resultOf({ load }: { load: () => Promise<Drill> }): Promise<DrillResult | null> {
  try {
    return await (await load()).run()
  } catch (error) {
    fail(error instanceof CannotRunError ? error.message : String((error as Error).stack ?? error))
    return null
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}
