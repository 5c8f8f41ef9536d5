import { getPaymentCards } from '../../shared/cards.ts'
import { authPinLength } from '../../shared/constants.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import {
  createSchedule,
  type NotifyChannel,
  notifyChannels,
  type ScheduleFrequency,
  scheduleFrequencies,
} from '../../shared/schedules.ts'
import { accountRequest } from '../account/account-request.ts'
import { type SubmitResult, useAccountForm } from '../account/use-account-form.ts'
import { useQuery } from '../account/use-query.ts'
import { cleanAmount, toast } from '../lib/index.ts'
import {
  Button,
  ChoiceGroup,
  Dialog,
  ErrorSummary,
  MoneyField,
  Overlay,
  PinCells,
  TextField,
} from '../ui/index.ts'
import { channelNames, frequencyNames } from './frequency.ts'
import { SelectField } from './select-field.tsx'
import { SourceField } from './source-field.tsx'
import { schedulesTexts } from './texts.ts'

const fieldNames = [
  'source',
  'amount',
  'frequency',
  'start_on',
  'payment',
  'max_per_run',
  'max_per_month',
  'remind_by',
  'auth_pin',
] as const
type Values = Record<(typeof fieldNames)[number], string>

interface CreateProps {
  onClose: () => void
  onCreated: () => void
}

/** Schedules a purchase: what, when, how it is paid, its limits, the reminder and the PIN. */
export default function CreateSchedule({ onClose, onCreated }: CreateProps) {
  const { data: cards } = useQuery(getPaymentCards)
  const form = useAccountForm({
    formName: 'schedule',
    fieldNames,
    initialValues: { frequency: 'weekly', payment: 'WALLET', remind_by: 'email' },
    required: () => [],
    validate: errorsOf,
    serverErrors: { errors: {}, message: null },
    async send(values): Promise<SubmitResult> {
      const body = bodyOf(values)
      const envelope = await accountRequest(createSchedule, { body, key: 'schedule', quiet: true })
      if (!envelope) return 'signed-out'
      toast.success(envelope.message)
      onCreated()
      return 'navigating'
    },
  })
  const { values } = form
  return (
    <Dialog title={schedulesTexts.create()} onClose={onClose} locked={form.isBusy}>
      <form className="form" name="schedule" noValidate aria-busy={form.isBusy} onSubmit={form.submit}>
        {form.submitCount > 0 && <ErrorSummary submitCount={form.submitCount} errors={form.errors} />}
        {form.message && form.errors.length === 0 && <p className="field-error">{form.message}</p>}
        <SourceField {...form.field('source')} />
        <MoneyField
          {...form.field('amount')}
          label={schedulesTexts.amount()}
          hint={schedulesTexts.amountHint()}
        />
        <SelectField {...form.field('frequency')} label={schedulesTexts.frequency()}>
          {scheduleFrequencies.map((frequency) => (
            <option key={frequency} value={frequency}>
              {frequencyNames[frequency]()}
            </option>
          ))}
        </SelectField>
        {values.frequency !== 'low_units' && (
          <TextField
            {...form.field('start_on')}
            type="date"
            label={schedulesTexts.startOn()}
            hint={schedulesTexts.startHint()}
          />
        )}
        <SelectField {...form.field('payment')} label={schedulesTexts.payment()}>
          <option value="WALLET">{schedulesTexts.wallet()}</option>
          {cards?.map((card) => (
            <option key={card.uniqueid} value={card.uniqueid}>
              {schedulesTexts.payByCard({ card: `${card.type} ${card.last_digits}` })}
            </option>
          ))}
        </SelectField>
        <MoneyField
          {...form.field('max_per_run')}
          label={schedulesTexts.maxPerRun()}
          hint={schedulesTexts.maxPerRunHint()}
        />
        <MoneyField
          {...form.field('max_per_month')}
          label={schedulesTexts.maxPerMonth()}
          hint={schedulesTexts.maxPerMonthHint()}
        />
        <ChoiceGroup<NotifyChannel>
          {...form.field('remind_by')}
          label={schedulesTexts.remindBy()}
          choices={notifyChannels.map((value) => ({ value, label: channelNames[value]() }))}
        />
        <PinCells
          {...form.field('auth_pin')}
          label={schedulesTexts.pin()}
          cells={authPinLength}
          mask
          autoComplete="off"
        />
        <Button type="submit" className="btn-wide" busy={form.isBusy}>
          {schedulesTexts.submit()}
        </Button>
        {form.isBusy && <Overlay text={schedulesTexts.creating()} />}
      </form>
    </Dialog>
  )
}

function errorsOf({ source, frequency, start_on, auth_pin }: Values): FieldErrors {
  return {
    ...(source === '' && { source: [schedulesTexts.sourceMissing()] }),
    ...(frequency !== 'low_units' && start_on === '' && { start_on: [schedulesTexts.startMissing()] }),
    ...(auth_pin.length !== authPinLength && { auth_pin: [schedulesTexts.pinMissing()] }),
  }
}

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
