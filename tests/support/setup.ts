import { afterEach } from 'vitest'
import { takeViolations } from './openapi-check.ts'

/** Checks every API response of a test against the OpenAPI document. */
afterEach(() => {
  const problems = takeViolations()
  if (problems.length > 0)
    throw new Error(`Responses that the OpenAPI document does not list:\n${problems.join('\n')}`)
})
