import type { FieldErrors } from '../../shared/contract.ts'
import { RequestError } from '../lib/index.ts'
import { schedulesTexts } from './texts.ts'

/** The form of a new schedule, in the order in which it is filled in. */
export const steps = [
  { title: schedulesTexts.whatStep, fields: ['source', 'amount'] },
  { title: schedulesTexts.whenStep, fields: ['frequency', 'start_on', 'remind_by'] },
  { title: schedulesTexts.payStep, fields: ['payment', 'max_per_run', 'max_per_month', 'auth_pin'] },
] as const

export type ScheduleField = (typeof steps)[number]['fields'][number]
export const scheduleFields: readonly ScheduleField[] = steps.flatMap(({ fields }) => fields)
export const lastStep = steps.length - 1

/** Fields of the request whose form field has another name. */
const fieldOfRequest: Readonly<Record<string, ScheduleField>> = {
  order_reference: 'source',
  beneficiary_id: 'source',
  payment_method: 'payment',
  payment_card_id: 'payment',
}

/** An error of the API with the names of the form. */
export const withFormFields = ({ message, status, errors, code }: RequestError): RequestError =>
  new RequestError(
    message,
    status,
    Object.fromEntries(Object.entries(errors).map(([name, texts]) => [fieldOfRequest[name] ?? name, texts])),
    code,
  )

/** The first step that has a field with an error; the last one for an error of no field. */
export function stepWithError(errors: FieldErrors): number {
  const index = steps.findIndex(({ fields }) => fields.some((field) => errors[field] !== undefined))
  return index === -1 ? lastStep : index
}
