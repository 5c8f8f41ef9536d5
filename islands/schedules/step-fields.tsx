import { getPaymentCards } from '../../shared/cards.ts'
import { addDays, dayOf } from '../../shared/lagos-days.ts'
import { type NotifyChannel, notifyChannels, scheduleFrequencies } from '../../shared/schedules.ts'
import type { AccountForm } from '../account/use-account-form.ts'
import { useQuery } from '../account/use-query.ts'
import type { ScheduledOrder } from '../pages.ts'
import { AuthPinField, ChoiceGroup, MoneyField, TextField } from '../ui/index.ts'
import { SelectField } from '../ui/select-field.tsx'
import { channelNames, frequencyNames } from './frequency.ts'
import { SourceField } from './source-field.tsx'
import type { ScheduleField } from './steps.ts'
import { schedulesTexts } from './texts.ts'

interface StepProps {
  form: AccountForm<ScheduleField>
}

export const WhatStep = ({ form, order }: StepProps & { order: ScheduledOrder | null }) => (
  <>
    <SourceField {...form.field('source')} order={order} />
    <MoneyField
      {...form.field('amount')}
      label={schedulesTexts.amount()}
      hint={schedulesTexts.amountHint()}
    />
  </>
)

export const WhenStep = ({ form }: StepProps) => (
  <>
    <SelectField {...form.field('frequency')} label={schedulesTexts.frequency()}>
      {scheduleFrequencies.map((frequency) => (
        <option key={frequency} value={frequency}>
          {frequencyNames[frequency]()}
        </option>
      ))}
    </SelectField>
    {form.values.frequency !== 'low_units' && (
      <TextField
        {...form.field('start_on')}
        type="date"
        label={schedulesTexts.startOn()}
        hint={schedulesTexts.startHint()}
        {...firstDayLimits()}
      />
    )}
    <ChoiceGroup<NotifyChannel>
      {...form.field('remind_by')}
      label={schedulesTexts.remindBy()}
      choices={notifyChannels.map((value) => ({ value, label: channelNames[value]() }))}
    />
  </>
)

export function PayStep({ form }: StepProps) {
  const { data: cards } = useQuery(getPaymentCards)
  return (
    <>
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
      <AuthPinField {...form.field('auth_pin')} label={schedulesTexts.pin()} />
    </>
  )
}

/** The days that a date picker offers: from tomorrow to a year ahead, in Lagos. */
function firstDayLimits() {
  const today = dayOf(new Date())
  return { min: addDays(today, 1), max: addDays(today, 366) }
}
