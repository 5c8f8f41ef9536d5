import { allServiceData } from '../../../service-data/index.ts'
import { accountOperations } from './account.ts'
import { managementOperations } from './management.ts'
import { purchaseOperations } from './purchases.ts'

/**
 * Descriptions of operations beyond their summary, by endpoint name. Kept out of the contracts, which are sent to
 * browsers.
 */
export const operationDescriptions: Readonly<Record<string, string>> = {
  ...Object.assign({}, ...allServiceData.map(({ api }) => api.descriptions)),
  ...purchaseOperations,
  ...accountOperations,
  ...managementOperations,
}
