import { type ReactNode, useState } from 'react'
import { authPinLength } from '../../shared/constants.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import { createSchedule, type NotifyChannel, type ScheduleFrequency } from '../../shared/schedules.ts'
import { accountRequest } from '../account/account-request.ts'
import { type SubmitResult, useAccountForm } from '../account/use-account-form.ts'
import { cleanAmount, RequestError, toast } from '../lib/index.ts'
import { useFocusOnChange } from '../lib/use-focus-on-change.ts'
import type { ScheduledOrder } from '../pages.ts'
import { Button, Dialog, ErrorSummary, Overlay } from '../ui/index.ts'
import { PayStep, WhatStep, WhenStep } from './step-fields.tsx'
import {
  lastStep,
  type ScheduleField,
  scheduleFields,
  steps,
  stepWithError,
  withFormFields,
} from './steps.ts'
import { schedulesTexts } from './texts.ts'

type Values = Record<ScheduleField, string>

interface CreateProps {
  /** The purchase to schedule; null to choose it. */
  order: ScheduledOrder | null
  onClose: () => void
  onCreated: () => void
}

/** Schedules a purchase in three steps: what, when, and how it is paid, with its limits and the PIN. */
export default function CreateSchedule({ order, onClose, onCreated }: CreateProps) {
  const [{ step, moves }, setPosition] = useState({ step: 0, moves: 0 })
  /** False while the form only moves to the next step: the overlay would keep the focus away from it. */
  const [isSending, setIsSending] = useState(false)
  const goTo = (next: number) => setPosition({ step: next, moves: moves + 1 })
  const { title, fields } = steps[step] ?? steps[0]
  const form = useAccountForm<ScheduleField>({
    formName: 'schedule',
    namesFieldsInToasts: false,
    fieldNames: scheduleFields,
    initialValues: {
      frequency: 'weekly',
      payment: 'WALLET',
      remind_by: 'email',
      ...(order && { source: `order:${order.reference}`, amount: amountOf(order) }),
    },
    required: () => [],
    validate: (values) => errorsUpTo(step, values),
    serverErrors: { errors: {}, message: null },
    async send(values): Promise<SubmitResult> {
      if (step < lastStep) {
        goTo(step + 1)
        return 'done'
      }
      const envelope = await create(values)
      if (!envelope) return 'signed-out'
      toast.success(envelope.message)
      onCreated()
      return 'navigating'
    },
  })

  async function create(values: Values) {
    setIsSending(true)
    try {
      return await accountRequest(createSchedule, { body: bodyOf(values), key: 'schedule', quiet: true })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const failure = withFormFields(error)
      goTo(stepWithError(failure.errors))
      throw failure
    } finally {
      setIsSending(false)
    }
  }

  const shownErrors = form.errors.filter(({ id }) => !id || fields.some((name) => form.field(name).id === id))
  return (
    <Dialog title={schedulesTexts.create()} onClose={onClose} locked={isSending}>
      <form className="form" name="schedule" noValidate aria-busy={isSending} onSubmit={form.submit}>
        <StepHeading moves={moves}>
          {schedulesTexts.stepOf({ step: step + 1, count: steps.length, title: title() })}
        </StepHeading>
        {form.submitCount > 0 && <ErrorSummary submitCount={form.submitCount} errors={shownErrors} />}
        {step === 0 && <WhatStep form={form} order={order} />}
        {step === 1 && <WhenStep form={form} />}
        {step === lastStep && <PayStep form={form} />}
        <Button type="submit" className="btn-wide" busy={form.isBusy}>
          {step === lastStep ? schedulesTexts.submit() : schedulesTexts.next()}
        </Button>
        {step > 0 && (
          <Button kind="plain" className="btn-wide" disabled={form.isBusy} onClick={() => goTo(step - 1)}>
            {schedulesTexts.back()}
          </Button>
        )}
        {isSending && <Overlay text={schedulesTexts.creating()} />}
      </form>
    </Dialog>
  )
}

/** Errors of the steps that were filled in. */
function errorsUpTo(step: number, values: Values): FieldErrors {
  const filled = new Set<string>(steps.slice(0, step + 1).flatMap(({ fields }) => fields))
  return Object.fromEntries(Object.entries(errorsOf(values)).filter(([field]) => filled.has(field)))
}

function errorsOf({ source, frequency, start_on, auth_pin }: Values): FieldErrors {
  return {
    ...(source === '' && { source: [schedulesTexts.sourceMissing()] }),
    ...(frequency !== 'low_units' && start_on === '' && { start_on: [schedulesTexts.startMissing()] }),
    ...(auth_pin.length !== authPinLength && { auth_pin: [schedulesTexts.pinMissing()] }),
  }
}

/** The amount of an order whose service takes any amount. */
const amountOf = ({ service, amount }: ScheduledOrder): string =>
  service === 'power' || service === 'airtime' ? String(amount) : ''

function bodyOf(values: Values) {
  const [sourceType, sourceId = ''] = values.source.split(':')
  const isWallet = values.payment === 'WALLET'
  return {
    ...(sourceType === 'order' ? { order_reference: sourceId } : { beneficiary_id: sourceId }),
    amount: cleanAmount(values.amount) || null,
    frequency: values.frequency as ScheduleFrequency,
    start_on: values.start_on || null,
    payment_method: isWallet ? ('WALLET' as const) : ('SAVED_CARD' as const),
    payment_card_id: isWallet ? null : values.payment,
    max_per_run: cleanAmount(values.max_per_run) || null,
    max_per_month: cleanAmount(values.max_per_month) || null,
    remind_by: values.remind_by as NotifyChannel,
    auth_pin: values.auth_pin,
  }
}

/** Tells where the user is; takes the focus with each move to another step. */
function StepHeading({ moves, children }: { moves: number; children: ReactNode }) {
  const heading = useFocusOnChange<HTMLHeadingElement>(moves)
  return (
    <h3 ref={heading} tabIndex={-1}>
      {children}
    </h3>
  )
}
