import { readFileSync } from 'node:fs'
import type { Endpoint } from '../../../shared/contract.ts'

/** A recorded request of one endpoint and its responses by HTTP status. */
export interface Example {
  readonly request?: unknown
  readonly responses: Readonly<Record<string, unknown>>
}

export const examplesFile = new URL('./examples.json', import.meta.url)

/**
 * Recorded examples by endpoint name; the API tests record them with `RECORD_EXAMPLES=1`. Examples that no longer match
 * their contract are omitted until they are recorded again.
 */
export function examplesOf(endpoints: readonly Endpoint[]): Readonly<Record<string, Example>> {
  const recordedExamples = JSON.parse(readFileSync(examplesFile, 'utf8')) as Record<string, Example>
  return Object.fromEntries(
    endpoints.flatMap((endpoint) => {
      const example = recordedExamples[endpoint.name]
      return example ? [[endpoint.name, validExample(endpoint, example)]] : []
    }),
  )
}

function validExample({ body, data }: Endpoint, { request, responses }: Example): Example {
  const isValid = ([, response]: [string, unknown]) => {
    const responseData = (response as { data?: unknown }).data
    return responseData === undefined || data.safeParse(responseData).success
  }
  return {
    ...(request !== undefined && body?.safeParse(request).success && { request }),
    responses: Object.fromEntries(Object.entries(responses).filter(isValid)),
  }
}
