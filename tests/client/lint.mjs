import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import core from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'

/**
 * Lints an OpenAPI document by the recommended rules of Redocly and Spectral and prints one line for each warning.
 * Redocly's rule of ambiguous paths is off: `mark-as-read/{id}` and `{id}/delete` are fixed by the specification.
 */
const [file] = process.argv.slice(2)
const source = readFileSync(file, 'utf8')

const config = await createConfig({ extends: ['recommended-strict'], rules: { 'no-ambiguous-paths': 'off' } })
for (const { ruleId, message, location } of await lintFromString({ source, config }))
  console.log(`redocly ${ruleId}: ${message} ${location[0]?.pointer ?? ''}`)

const spectral = new core.Spectral()
spectral.setRuleset({ extends: [[rulesets.oas, 'recommended']] })
for (const { code, message, path } of await spectral.run(JSON.parse(source)))
  console.log(`spectral ${code}: ${message} ${path.join('/')}`)
