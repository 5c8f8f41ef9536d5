import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import tls from 'node:tls'
import { freePort } from '../../support/free-port.ts'
import { root } from '../../support/project-copy.ts'
import { startDaemon, waitUntil } from './daemon.ts'

/** Time for new workers to accept connections. */
const reloadMs = 1_000

/** nginx with TLS, as `server/deploy/nginx.conf` configures it. */
export interface Nginx {
  /** The https origin. */
  readonly origin: string
  /** The certificate's file: other processes trust it by NODE_EXTRA_CA_CERTS. */
  readonly certificate: string
  /** The end of the error log. */
  errorLog(): string
  /**
   * Uses these processes from now on, as after a change of the file and a reload.
   * @param leaving a process that only gets requests for scripts which the others do not have
   */
  use(appPorts: readonly number[], leaving?: number): Promise<void>
}

/**
 * Starts nginx with the deployed configuration, in which only addresses, files and directives that this nginx lacks are
 * replaced. Every `fetch` of this process trusts the new certificate.
 */
export async function startNginx(
  folder: string,
  appPorts: readonly number[],
  stack: AsyncDisposableStack,
): Promise<Nginx> {
  const port = await freePort()
  const certificate = createCertificate(folder)
  const file = join(folder, 'nginx.conf')
  const write = (ports: readonly number[], leaving?: number) =>
    writeFileSync(file, configuration(folder, port, serverLines(ports, leaving)))
  write(appPorts)
  const daemon = stack.use(startDaemon('nginx', ['-p', folder, '-c', file, '-g', 'daemon off;']))
  // Its workers end only when it is asked to stop.
  stack.defer(async () => void (await daemon.stop('SIGTERM')))
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(certificate, 'utf8')])
  const origin = `https://localhost:${port}`
  await waitUntil('nginx accepts connections', () => isAccepting(origin), 20_000, daemon.log)
  return {
    origin,
    certificate,
    errorLog: () => readFileSync(join(folder, 'error.log'), 'utf8').slice(-2_000),
    async use(ports, leaving) {
      write(ports, leaving)
      daemon.signal('SIGHUP')
      await pause(reloadMs)
    },
  }
}

const isAccepting = async (origin: string) => (await fetch(origin)).status > 0

function createCertificate(folder: string): string {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const files = ['-keyout', key, '-out', certificate]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { stdio: 'pipe' })
  return certificate
}

const serverLines = (ports: readonly number[], leaving?: number): string[] => [
  ...ports.map((app) => `    server 127.0.0.1:${app} max_fails=1 fail_timeout=5s;`),
  ...(leaving === undefined ? [] : [`    server 127.0.0.1:${leaving} backup;`]),
]

/** The deployed configuration with this machine's addresses. @throws Error when a replaced line is missing */
function configuration(folder: string, port: number, servers: readonly string[]): string {
  const replacements: readonly (readonly [RegExp, string])[] = [
    [/^pid .+$/m, `pid ${folder}/nginx.pid;`],
    [/access_log \S+ main;/, `access_log ${folder}/access.log main;`],
    [/error_log \S+ error;/, `error_log ${folder}/error.log error;`],
    [/^ +resolver .+$/m, ''],
    [/(?:^ +server app-\S+ .+\n)+/m, `${servers.join('\n')}\n`],
    // Port 80 only redirects.
    [/^ {2}server \{\n {4}listen 80 [\s\S]+?^ {2}\}$/m, ''],
    [/^ +listen 443 .+$/m, `    listen 127.0.0.1:${port} ssl http2;`],
    [/^ +listen \[::\]:443 .+$/m, ''],
    [/^ +http2 on;$/m, ''],
    [/\/etc\/nginx\/certificate\.pem/, join(folder, 'certificate.pem')],
    [/\/etc\/nginx\/key\.pem/, join(folder, 'key.pem')],
  ]
  return replacements.reduce(
    (text, [pattern, value]) => {
      if (!pattern.test(text)) throw new Error(`server/deploy/nginx.conf has no ${pattern}`)
      return text.replace(pattern, value)
    },
    readFileSync(join(root, 'server/deploy/nginx.conf'), 'utf8'),
  )
}
