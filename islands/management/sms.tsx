import { useState } from 'react'
import type { DataOf } from '../../shared/contract.ts'
import { managementFieldTexts } from '../../shared/management/field-texts.ts'
import {
  getMessages,
  maxSmsCharacters,
  sendSms,
  type smsServices,
  type userGroups,
} from '../../shared/management/messages.ts'
import { getServiceDetails } from '../../shared/management/records.ts'
import { helpText, smsLength } from '../../shared/sms.ts'
import { useMutation } from '../account/use-mutation.ts'
import { useQuery } from '../account/use-query.ts'
import { formatMoney, toast } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Form } from '../ui/form.tsx'
import { Button, commonTexts, Overlay, TextField } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { ConfirmSend, type SendOptions } from './confirm-send.tsx'
import { withoutAddresses } from './invalid-recipients.tsx'
import { menuTexts } from './menu-texts.ts'
import { smsServiceOptions, userGroupOptions } from './message-options.ts'
import { messagesTexts } from './messages-texts.ts'
import { PageLayout } from './page-layout.tsx'
import { RecentCampaigns } from './recent-campaigns.tsx'
import { Select } from './select.tsx'
import { TemplateTools } from './template-tools.tsx'
import { TestMessage } from './test-message.tsx'
import { managementTexts } from './texts.ts'
import { useDebouncedValue } from './use-debounced-value.ts'
import { useFormErrors } from './use-form-errors.ts'
import { useMessagePreview } from './use-message-preview.ts'
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

/** The reference to look up; '' for one that is longer than a reference. */
const searchableReference = (reference: string) => (reference.length <= maxReferenceLength ? reference : '')

/** The recipients in the form of the API: phone numbers of guests, or one registered user. */
const recipientsOf = ({ group, phones }: typeof empty, user: ChosenUser | null) => ({
  user_group: group,
  phone_numbers: group === 'guest_user' ? phones : null,
  user_id: group === 'registered_user' ? (user?.id ?? null) : null,
})

const errorsOf = ({ group, phones, message }: typeof empty, user: ChosenUser | null) => ({
  user: group === 'registered_user' && !user ? managementFieldTexts.userMissing() : null,
  phones: group === 'guest_user' && phones.trim() === '' ? messagesTexts.phonesRequired() : null,
  message: message.trim() === '' ? managementFieldTexts.messageMissing() : null,
})

/** Fills in the text of an order. Its token must never reach the recipient of another order. */
function messageAfterLookup(
  { message, isTyped }: typeof empty,
  previous: string | null,
  text: string | null,
) {
  const remaining = message === previous ? '' : message
  return text === null || isTyped ? remaining : text
}

/** SMS page. Source: specification 2, "Manager: Send SMS" */
export default function SendSms(page: ManagementPage) {
  const [values, setValues] = useState(empty)
  const [user, setUser] = useState<ChosenUser | null>(null)
  const { isBusy: isSending, send } = useMutation(sendSms, { reloads: [getMessages] })
  const confirmation = useMessagePreview()
  const isBusy = isSending || confirmation.isLoading
  const { service, group, reference } = values
  const { templates, reload } = useTemplates(service, 'sms')
  const errors = useFormErrors(errorsOf(values, user))
  const fill = (changes: Partial<typeof empty>) => setValues((previous) => ({ ...previous, ...changes }))
  const { helpUrl } = page

  const debounced = useDebouncedValue(reference.trim(), debounceMs)
  const lookupReference = debounced === reference.trim() ? searchableReference(debounced) : ''
  const order = useQuery(getServiceDetails, orderParams(service, lookupReference)).data
  const text = order && messageOf(order, service, helpUrl)
  const [filledText, setFilledText] = useState<string | null>(null)
  if (text !== filledText) {
    setFilledText(text)
    fill({ message: messageAfterLookup(values, filledText, text) })
  }

  async function submit() {
    if (errors.hasErrors()) return
    await loadPreview(values)
  }

  const loadPreview = (form: typeof empty) =>
    confirmation.load({ channel: 'sms', ...recipientsOf(form, user), message: form.message })

  async function removePhones(removed: readonly string[]) {
    const phones = withoutAddresses(values.phones, removed)
    fill({ phones })
    await loadPreview({ ...values, phones })
  }

  async function submitValues(options: SendOptions) {
    confirmation.cancel()
    const envelope = await send({
      body: {
        service,
        ...recipientsOf(values, user),
        template: values.template,
        reference: service === 'other' ? '' : reference,
        message: values.message,
        ...options,
      },
      key: 'management:sms',
    })
    if (!envelope) return
    toast.success(envelope.message)
    setValues(empty)
    setUser(null)
    errors.reset()
  }

  const { characters, segments } = smsLength(values.message)
  return (
    <PageLayout {...page} path="/management/messages/sms" title={menuTexts.sendSms()}>
      <Form
        ref={errors.form}
        className="card form narrow"
        aria-busy={isBusy}
        noValidate
        onSubmit={() => submit()}
      >
        <Select
          label={commonTexts.service()}
          name="service"
          value={service}
          choices={smsServiceOptions()}
          onValueChange={(value) => fill({ service: value as Service, template: '' })}
        />
        <Select
          label={messagesTexts.userGroup()}
          name="user_group"
          value={group}
          choices={userGroupOptions()}
          onValueChange={(value) => fill({ group: value as typeof group })}
        />
        {group === 'registered_user' && (
          <UserPicker user={user} error={errors.shown.user} onChoose={setUser} />
        )}
        {group === 'guest_user' && (
          <TextField
            label={messagesTexts.phoneNumbers()}
            hint={messagesTexts.severalHint()}
            name="phone_numbers"
            inputMode="tel"
            autoComplete="off"
            error={errors.shown.phones ?? null}
            value={values.phones}
            onValueChange={(phones) => fill({ phones })}
          />
        )}
        <Select
          label={messagesTexts.template()}
          name="template"
          value={values.template}
          choices={[
            ['', messagesTexts.chooseTemplate()],
            ...templates.map(({ id, name }) => [id, name] as const),
          ]}
          onValueChange={(template) => {
            const selected = templates.find(({ id }) => id === template)
            fill({ template, ...(selected && { message: selected.default_message, isTyped: false }) })
          }}
        />
        {service !== 'other' && (
          <TextField
            label={commonTexts.reference()}
            name="reference"
            autoComplete="off"
            value={reference}
            onValueChange={(value) => fill({ reference: value })}
          />
        )}
        {text !== null && values.isTyped && values.message !== text && (
          <p className="field-hint" role="status">
            {messagesTexts.detailsReady()}{' '}
            <Button kind="plain" onClick={() => fill({ message: text, isTyped: false })}>
              {messagesTexts.replaceMessage()}
            </Button>
          </p>
        )}
        <TextArea
          label={messagesTexts.message()}
          hint={<span role="status">{messagesTexts.smsLength({ characters, segments })}</span>}
          name="message"
          rows={6}
          maxLength={maxSmsCharacters}
          error={errors.shown.message ?? null}
          value={values.message}
          onValueChange={(message) => fill({ message, isTyped: message !== '' })}
        />
        <TemplateTools
          type={service}
          message_type="sms"
          template={templates.find(({ id }) => id === values.template)}
          subject=""
          message={values.message}
          onChanged={(template) => {
            fill({ template })
            reload()
          }}
        />
        <div className="field-columns">
          <TestMessage channel="sms" message={values.message} />
          <Button type="submit" className="btn-wide" busy={isBusy}>
            {messagesTexts.submit()}
          </Button>
        </div>
      </Form>
      {confirmation.preview && (
        <ConfirmSend
          preview={confirmation.preview}
          onSend={(options) => void submitValues(options)}
          onRemove={(addresses) => void removePhones(addresses)}
          onClose={confirmation.cancel}
        />
      )}
      <RecentCampaigns channel="sms" />
      {isBusy && <Overlay text={managementTexts.processing()} />}
    </PageLayout>
  )
}

/** Request parameters of the order lookup; null if no order is selected. */
const orderParams = (service: Service, reference: string) =>
  service === 'other' || reference === '' ? null : { params: { service, reference } }

/** SMS text with the order's details. Source: specification 2, section 4; E-079 */
function messageOf(order: DataOf<typeof getServiceDetails>, service: Service, helpUrl: string): string {
  const help = helpText(helpUrl)
  return service === 'power'
    ? messagesTexts.tokenSms({
        token: order.token ?? '',
        units: order.units ?? '',
        meter: order.meter_number ?? '',
        amount: formatMoney(order.amount),
        help,
      })
    : messagesTexts.subscriptionSms({ help })
}
