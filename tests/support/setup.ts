import { afterEach } from 'vitest'
import { takeViolations } from './openapi-check.ts'

/** Checks every API response of a test against the OpenAPI document. */
afterEach(() => {
  const problems = takeViolations()
  if (problems.length > 0) throw new Error(`Answers that the document does not have:\n${problems.join('\n')}`)
})
