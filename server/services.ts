import type { Service } from '../shared/constants.ts'
import { airtime } from './airtime/index.ts'
import { cabletv } from './cabletv/index.ts'
import { data } from './data/index.ts'
import { education } from './education/index.ts'
import { power } from './power/index.ts'
import type { QuoteHandler, QuoteRequest, ServiceEngine } from './purchase/index.ts'

/** The server's part of every service. */
export const serviceEngines = { power, cabletv, airtime, data, education } as const satisfies {
  [S in Service]: ServiceEngine<S>
}

/** Validates a request with the form of its service, before any vendor request. @throws ApiError INVALID */
export const prepareQuote = (request: QuoteRequest): QuoteHandler =>
  serviceEngines[request.service].prepareQuote(request)
