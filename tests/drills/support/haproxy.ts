import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../support/free-port.ts'
import { startDaemon } from './daemon.ts'
import type { Member } from './patroni.ts'

/** HAProxy in front of the primary of a cluster and of the application processes. */
export interface Haproxy {
  /** Port of the primary. */
  readonly databasePort: number
  /** Port of the pages. */
  readonly pagesPort: number
}

/**
 * Routes database connections to the member that Patroni reports as the primary, and closes the connections to a member
 * that is no longer the primary. Without members, `databasePort` accepts no connections. Routes page requests to the
 * application processes whose readiness check succeeds.
 */
export async function startHaproxy(
  folder: string,
  { members, appPorts }: { members: readonly Member[]; appPorts: readonly number[] },
  stack: AsyncDisposableStack,
): Promise<Haproxy> {
  const [databasePort, pagesPort] = [await freePort(), await freePort()]
  const lines = [
    'global',
    '  maxconn 2000',
    'defaults',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  default-server inter 1s fall 2 rise 1',
    ...(members.length > 0 ? databaseSection(databasePort, members) : []),
    'listen pages',
    '  mode http',
    `  bind 127.0.0.1:${pagesPort}`,
    '  option httpchk GET /readyz',
    '  http-check expect status 200',
    '  option forwardfor',
    ...appPorts.map((port, index) => serverLine(`app${index + 1}`, port)),
  ]
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, `${lines.join('\n')}\n`)
  stack.use(startDaemon('haproxy', ['-db', '-f', file], { cwd: folder }))
  return { databasePort, pagesPort }
}

const databaseSection = (port: number, members: readonly Member[]) => [
  'listen database',
  '  mode tcp',
  `  bind 127.0.0.1:${port}`,
  '  option httpchk OPTIONS /primary',
  '  http-check expect status 200',
  ...members.map((member) =>
    serverLine(member.name, member.port, ` port ${member.restPort} on-marked-down shutdown-sessions`),
  ),
]

const serverLine = (name: string, port: number, options = '') =>
  `  server ${name} 127.0.0.1:${port} check${options}`
