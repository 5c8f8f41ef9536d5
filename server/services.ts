import type { Service } from '../shared/constants.ts'
import { airtime } from './airtime/index.ts'
import { cabletv } from './cabletv/index.ts'
import { data } from './data/index.ts'
import { education } from './education/index.ts'
import { power } from './power/index.ts'
import type { OrderCreator, QuoteRequest, ServiceBackend } from './purchase/index.ts'

/** The backend of every service: product, routes, quotes, bulk rows, receipt. */
export const serviceBackends = { power, cabletv, airtime, data, education } as const satisfies {
  [S in Service]: ServiceBackend<S>
}

/**
 * Validates a request with the form of its service.
 * @returns the function that looks up, prices and stores the order
 * @throws ApiError INVALID
 */
export const prepareOrder = (request: QuoteRequest): OrderCreator =>
  serviceBackends[request.service].prepareOrder(request)
