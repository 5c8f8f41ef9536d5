import { demoPeople } from './accounts/index.ts'
import type { App, Running } from './app.ts'

/** One thing to try of each service, with a number that the simulators know. */
const tries = [
  'electricity: meter 11000000000 (prepaid) or 10000000000 (postpaid), any company',
  'cable TV: smartcard 1212121212, any bouquet',
  'airtime: phone 08011111111, any network',
  'data: phone 08011111111, any plan',
  'exam PINs: one WAEC PIN; for JAMB, profile 0123456789',
  'endings: 0001 waits first, 0002 times out, 0003 fails and is refunded, 0004 never answers',
] as const

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
    for (const [at, one] of tries.entries()) lines.push([at === 0 ? 'Try' : '', one])
    for (const [at, { email, password, role, pin, company }] of demoPeople.entries()) {
      const what = role === 'manager' ? 'manager' : company ? 'company' : 'customer'
      const who = `${email} (${what}), password ${password}`
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
