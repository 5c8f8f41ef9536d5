import { spawnSync } from 'node:child_process'
import { z } from 'zod'

/**
 * Part of `npm run check`: audits the locked dependencies for known vulnerabilities. Severity high or critical fails.
 * An unavailable registry is reported in one line and does not fail.
 */
const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.string(),
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string() })])),
    }),
  ),
})
/** npm's output when the registry is unavailable. */
const RegistryError = z.object({ message: z.string() })
const failingSeverities = ['high', 'critical']

const { stdout } = spawnSync(
  'npm',
  ['audit', '--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=15000'],
  { encoding: 'utf8' },
)
const auditOutput = parse(stdout)
const report = Report.safeParse(auditOutput)
if (report.success) {
  const vulnerabilities = Object.entries(report.data.vulnerabilities)
  const severe = vulnerabilities.filter(([, { severity }]) => failingSeverities.includes(severity))
  for (const [name, { severity, via }] of severe) {
    const reasons = via.map((reason) =>
      typeof reason === 'string' ? reason : `${reason.title} ${reason.url}`,
    )
    process.stderr.write(`${severity}: ${name}: ${reasons.join('; ')}\n`)
  }
  process.stdout.write(
    `Dependency audit: ${severe.length} of high or critical severity, ${vulnerabilities.length} in all.\n`,
  )
  process.exitCode = severe.length > 0 ? 1 : 0
} else {
  const registryError = RegistryError.safeParse(auditOutput)
  const [reason] = registryError.success ? registryError.data.message.split('\n') : []
  if (reason) process.stdout.write(`Dependency audit: not done, the registry is unavailable (${reason}).\n`)
  else process.stderr.write(`Dependency audit: npm returned no report: ${stdout}\n`)
  process.exitCode = reason ? 0 : 1
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
