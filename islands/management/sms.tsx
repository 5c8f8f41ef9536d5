import { useEffect, useState } from 'react'
import type { DataOf } from '../../shared/contract.ts'
import {
  selectUserText,
  sendSms,
  type smsServices,
  type userGroups,
} from '../../shared/management/messages.ts'
import { serviceDetails } from '../../shared/management/records.ts'
import { helpWords, smsLength } from '../../shared/sms.ts'
import { formatMoney, toast } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Button, Overlay, TextField } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { smsServiceNames, userGroupNames } from './message-words.ts'
import { Screen } from './screen.tsx'
import { Select } from './select.tsx'
import { SentMessages } from './sent-messages.tsx'
import { TemplateTools } from './template-tools.tsx'
import { useAsk } from './use-ask.ts'
import { useSend } from './use-send.ts'
import { useSettled } from './use-settled.ts'
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
  /** The message was written or changed by hand. */
  isTyped: false,
}
/** References are looked up once typing has settled. Source: E-078 */
const settleMs = 500
const longestReference = 12

/** Writing SMS. Source: specification 2, "Manager: Send SMS" */
export default function SendSms(page: ManagementPage) {
  const [values, setValues] = useState(empty)
  const [user, setUser] = useState<ChosenUser | null>(null)
  const [sent, setSent] = useState(0)
  const { isBusy, send } = useSend(sendSms)
  const { service, group, reference } = values
  const { templates, again } = useTemplates(service, 'sms')
  const fill = (some: Partial<typeof empty>) => setValues((was) => ({ ...was, ...some }))
  const { helpUrl } = page

  const settled = useSettled(reference.trim(), settleMs)
  const isWhole = settled !== '' && settled.length <= longestReference && settled === reference.trim()
  const found = useAsk(serviceDetails, orderOf(service, isWhole ? settled : '')).data
  const text = found && messageOf(found, service, helpUrl)
  useEffect(() => {
    if (text === null) return
    setValues((was) => (was.isTyped ? was : { ...was, message: text }))
    // One order's token never stays for the reader of another.
    return () => setValues((was) => (was.message === text ? { ...was, message: '' } : was))
  }, [text])

  async function submit() {
    if (group === 'registered_user' && !user) return toast.error(selectUserText)
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
    setSent((was) => was + 1)
  }

  const { characters, segments, costNaira } = smsLength(values.message)
  return (
    <Screen {...page} path="/management/messages/sms" title="Send SMS">
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
            const picked = templates.find(({ id }) => id === template)
            fill({ template, ...(picked && { message: picked.default_message, isTyped: false }) })
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
        <TextArea
          label="Message"
          hint={
            <span role="status">
              {characters} characters, {segments} SMS each, about {formatMoney(costNaira)} a reader.
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
            again()
          }}
        />
        <Button type="submit" className="btn-wide" busy={isBusy}>
          Send Message
        </Button>
      </form>
      <SentMessages channel="sms" sent={sent} />
      {isBusy && <Overlay text="Processing, please wait..." />}
    </Screen>
  )
}

/** Which order is asked for; null while none can be. */
const orderOf = (service: Service, reference: string) =>
  service === 'other' || reference === '' ? null : { params: { service, reference } }

/** What the order says, as a message. Source: specification 2, section 4; E-079 */
function messageOf(it: DataOf<typeof serviceDetails>, service: Service, helpUrl: string): string {
  if (service !== 'power') return `Dear customer, Your subscription was successful.\n${helpWords(helpUrl)}`
  return [
    `Token: ${it.token ?? ''}`,
    `Units: ${it.units ?? ''} kWh`,
    `Meter: ${it.meter_number ?? ''}`,
    `Amount: ${formatMoney(it.amount)}`,
    helpWords(helpUrl),
  ].join('\n')
}
