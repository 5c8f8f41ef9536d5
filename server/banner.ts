import { demoUsers } from './accounts/index.ts'
import type { App, RunningServer } from './app.ts'

/** One test purchase per service, with a number known to the simulators. */
const testScenarios = [
  'electricity: meter 11000000000 (prepaid) or 10000000000 (postpaid), any company',
  'cable TV: smartcard 1212121212, any bouquet',
  'airtime: phone 08011111111, any network',
  'data: phone 08011111111, any plan',
  'exam PINs: one WAEC PIN; for JAMB, profile 0123456789',
  'endings: 0001 waits first, 0002 times out, 0003 fails and is refunded, 0004 never answers',
] as const

/** The text printed when startup is complete. */
export function startupBanner({ config, db, simulators }: App): string {
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
    lines.push(...labelFirst('Try', testScenarios))
    lines.push(...labelFirst('Sign in', demoUsers.map(credentialsOf)))
  }
  return formatBlock(
    config.role === 'api' ? `${config.brandName} API` : config.brandName,
    config.role === 'api' ? `${appUrl}/api/v1` : appUrl,
    lines,
  )
}

/** Lines of which only the first one has the label. */
const labelFirst = (label: string, texts: readonly string[]): string[][] =>
  texts.map((text, index) => [index === 0 ? label : '', text])

function credentialsOf({ email, password, role, pin, company }: (typeof demoUsers)[number]): string {
  const accountType = role === 'manager' ? 'manager' : company ? 'company' : 'customer'
  const credentials = `${email} (${accountType}), password ${password}`
  return pin ? `${credentials}, PIN ${pin}` : credentials
}

export const webStartupBanner = ({ config }: RunningServer, upstream: string): string =>
  formatBlock(config.brandName, config.appUrl, [['API', `${upstream}/api/v1`]])

function formatBlock(name: string, address: string, lines: readonly (readonly string[])[]): string {
  const details = lines.map(([accountType = '', text = '']) => `  ${accountType.padEnd(10)}${text}`)
  return ['', `  ${name} is open at ${address}`, ...details, ''].join('\n')
}
