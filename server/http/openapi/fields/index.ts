import { accountFields } from './account.ts'
import { beneficiaryFields } from './beneficiaries.ts'
import { listFields } from './lists.ts'
import { managementFields } from './management.ts'
import { orderFields } from './orders.ts'
import { overviewFields } from './overview.ts'
import { settingsFields } from './settings.ts'

/**
 * Descriptions of request and response fields by wire name. `Schema.field` overrides `field` in one named schema. A
 * test requires a description of every field.
 */
export const fieldDescriptions: Readonly<Record<string, string>> = {
  ...accountFields,
  ...orderFields,
  ...beneficiaryFields,
  ...listFields,
  ...managementFields,
  ...overviewFields,
  ...settingsFields,
}
