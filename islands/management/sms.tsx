import { useState } from 'react'
import type { DataOf } from '../../shared/contract.ts'
import {
  allMessages,
  selectUserText,
  sendSms,
  type smsServices,
  type userGroups,
} from '../../shared/management/messages.ts'
import { serviceDetails } from '../../shared/management/records.ts'
import { helpText, smsLength } from '../../shared/sms.ts'
import { useMutation } from '../account/use-mutation.ts'
import { useQuery } from '../account/use-query.ts'
import { formatMoney, toast } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Button, Overlay, TextField } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { ConfirmSend } from './confirm-send.tsx'
import { smsServiceNames, userGroupNames } from './message-options.ts'
import { PageLayout } from './page-layout.tsx'
import { Select } from './select.tsx'
import { SentMessages } from './sent-messages.tsx'
import { TemplateTools } from './template-tools.tsx'
import { useDebouncedValue } from './use-debounced-value.ts'
import { useRecipientCount } from './use-recipient-count.ts'
import { useTemplates } from './use-templates.ts'
import { type ChosenUser, UserPicker } from './user-picker.tsx'

type Service = (typeof smsServices)[number]
const empty = {
  service: 'other' as Service,
  group: 'guest_user' as (typeof userGroups)[number],
  phones: '',
  template: '',
  reference: '',
  message: '',
  /** The manager typed or edited the message. */
  isTyped: false,
}
/** References are looked up after a pause in typing. Source: E-078 */
const debounceMs = 500
const maxReferenceLength = 12

/** SMS page. Source: specification 2, "Manager: Send SMS" */
export default function SendSms(page: ManagementPage) {
  const [values, setValues] = useState(empty)
  const [user, setUser] = useState<ChosenUser | null>(null)
  const { isBusy: isSending, send } = useMutation(sendSms, { reloads: [allMessages] })
  const confirmation = useRecipientCount()
  const isBusy = isSending || confirmation.isCounting
  const { service, group, reference } = values
  const { templates, reload } = useTemplates(service, 'sms')
  const fill = (changes: Partial<typeof empty>) => setValues((previous) => ({ ...previous, ...changes }))
  const { helpUrl } = page

  const debounced = useDebouncedValue(reference.trim(), debounceMs)
  const isComplete =
    debounced !== '' && debounced.length <= maxReferenceLength && debounced === reference.trim()
  const order = useQuery(serviceDetails, orderParams(service, isComplete ? debounced : '')).data
  const text = order && messageOf(order, service, helpUrl)
  const [filledText, setFilledText] = useState<string | null>(null)
  if (text !== filledText) {
    setFilledText(text)
    // An order's token must never reach the recipient of another order.
    const remaining = values.message === filledText ? '' : values.message
    fill({ message: text === null || values.isTyped ? remaining : text })
  }

  async function submit() {
    if (group === 'registered_user' && !user) return toast.error(selectUserText)
    await confirmation.count({
      channel: 'sms',
      user_group: group,
      phone_numbers: group === 'guest_user' ? values.phones : null,
      user_id: group === 'registered_user' ? (user?.id ?? null) : null,
    })
  }

  async function sendNow() {
    confirmation.cancel()
    const envelope = await send({
      body: {
        service,
        user_group: group,
        phone_numbers: group === 'guest_user' ? values.phones : null,
        user_id: group === 'registered_user' ? (user?.id ?? null) : null,
        template: values.template,
        reference: service === 'other' ? '' : reference,
        message: values.message,
      },
      key: 'management:sms',
    })
    if (!envelope) return
    toast.success(envelope.message)
    setValues(empty)
    setUser(null)
  }

  const { characters, segments, costNaira } = smsLength(values.message)
  return (
    <PageLayout {...page} path="/management/messages/sms" title="Send SMS">
      <form
        className="card form narrow"
        aria-busy={isBusy}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Select
          label="Service"
          name="service"
          value={service}
          choices={smsServiceNames}
          onValue={(value) => fill({ service: value as Service, template: '' })}
        />
        <Select
          label="User Group"
          name="user_group"
          value={group}
          choices={userGroupNames}
          onValue={(value) => fill({ group: value as typeof group })}
        />
        {group === 'registered_user' && <UserPicker chosen={user} onChoose={setUser} />}
        {group === 'guest_user' && (
          <TextField
            label="Enter Phone Numbers"
            hint="Separate several with commas."
            name="phone_numbers"
            inputMode="tel"
            autoComplete="off"
            value={values.phones}
            onValue={(phones) => fill({ phones })}
          />
        )}
        <Select
          label="Email Template"
          name="template"
          value={values.template}
          choices={[['', 'Choose a template'], ...templates.map(({ id, name }) => [id, name] as const)]}
          onValue={(template) => {
            const selected = templates.find(({ id }) => id === template)
            fill({ template, ...(selected && { message: selected.default_message, isTyped: false }) })
          }}
        />
        {service !== 'other' && (
          <TextField
            label="Reference"
            name="reference"
            autoComplete="off"
            value={reference}
            onValue={(value) => fill({ reference: value })}
          />
        )}
        {text !== null && values.isTyped && values.message !== text && (
          <p className="field-hint" role="status">
            The details of this reference are ready.{' '}
            <Button kind="plain" onClick={() => fill({ message: text, isTyped: false })}>
              Replace message
            </Button>
          </p>
        )}
        <TextArea
          label="Message"
          hint={
            <span role="status">
              {characters} characters, {segments} SMS each, about {formatMoney(costNaira)} per recipient.
            </span>
          }
          name="message"
          rows={6}
          maxLength={1_600}
          value={values.message}
          onValue={(message) => fill({ message, isTyped: message !== '' })}
        />
        <TemplateTools
          type={service}
          message_type="sms"
          chosen={templates.find(({ id }) => id === values.template)}
          subject=""
          message={values.message}
          onChanged={(template) => {
            fill({ template })
            reload()
          }}
        />
        <Button type="submit" className="btn-wide" busy={isBusy}>
          Send Message
        </Button>
      </form>
      {confirmation.recipients !== null && (
        <ConfirmSend
          recipients={confirmation.recipients}
          costNaira={costNaira}
          onSend={() => void sendNow()}
          onClose={confirmation.cancel}
        />
      )}
      <SentMessages channel="sms" />
      {isBusy && <Overlay text="Processing, please wait..." />}
    </PageLayout>
  )
}

/** Request parameters of the order lookup; null if no order is selected. */
const orderParams = (service: Service, reference: string) =>
  service === 'other' || reference === '' ? null : { params: { service, reference } }

/** SMS text with the order's details. Source: specification 2, section 4; E-079 */
function messageOf(order: DataOf<typeof serviceDetails>, service: Service, helpUrl: string): string {
  if (service !== 'power') return `Dear customer, Your subscription was successful.\n${helpText(helpUrl)}`
  return [
    `Token: ${order.token ?? ''}`,
    `Units: ${order.units ?? ''} kWh`,
    `Meter: ${order.meter_number ?? ''}`,
    `Amount: ${formatMoney(order.amount)}`,
    helpText(helpUrl),
  ].join('\n')
}
