import { demoPeople } from './accounts/index.ts'
import type { App, Running } from './app.ts'

/** What a person reads when everything is open. */
export function welcome({ config, db, simulators }: App): string {
  const { appUrl, dataDir, simulatorsUrl } = config
  const lines = [
    ['Mode', config.mode === 'simulated' ? 'simulated: no real money moves' : 'live: real money moves'],
    [
      'Database',
      db.engine === 'postgres'
        ? 'PostgreSQL'
        : `embedded, in ${dataDir}; a killed process loses nothing, but power loss is not covered (DATABASE_URL is for that)`,
    ],
  ]
  if (simulators) {
    lines.push(['Banks', `simulated, at ${simulatorsUrl} (${simulators}); see ${appUrl}/simulators/`])
    lines.push(['Try', 'electricity, with any 11-digit meter that begins with 11 (prepaid) or 10 (postpaid)'])
    for (const [at, { email, password, role, pin }] of demoPeople.entries()) {
      const who = `${email} (${role === 'manager' ? 'manager' : 'customer'}), password ${password}`
      lines.push([at === 0 ? 'Sign in' : '', pin ? `${who}, PIN ${pin}` : who])
    }
  }
  return block(
    config.role === 'api' ? `${config.brandName} API` : config.brandName,
    config.role === 'api' ? `${appUrl}/api/v1` : appUrl,
    lines,
  )
}

export const shellWelcome = ({ config }: Running, upstream: string): string =>
  block(config.brandName, config.appUrl, [['API', `${upstream}/api/v1`]])

function block(name: string, address: string, lines: readonly (readonly string[])[]): string {
  const rest = lines.map(([what = '', says = '']) => `  ${what.padEnd(10)}${says}`)
  return ['', `  ${name} is open at ${address}`, ...rest, ''].join('\n')
}
