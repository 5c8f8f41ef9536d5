import { useState } from 'react'
import { managementFieldTexts } from '../../shared/management/field-texts.ts'
import {
  getMessages,
  type messageServices,
  type messageTypes,
  sendEmail,
  type userGroups,
} from '../../shared/management/messages.ts'
import { useMutation } from '../account/use-mutation.ts'
import { toast } from '../lib/index.ts'
import type { SendOptions } from './confirm-send.tsx'
import { withoutAddresses } from './invalid-recipients.tsx'
import { messagesTexts } from './messages-texts.ts'
import { useFormErrors } from './use-form-errors.ts'
import { useMessagePreview } from './use-message-preview.ts'
import { useTemplates } from './use-templates.ts'
import type { ChosenUser } from './user-picker.tsx'

const empty = {
  service: '' as (typeof messageServices)[number] | '',
  type: '' as (typeof messageTypes)[number] | '',
  group: 'guest_user' as (typeof userGroups)[number],
  addresses: '',
  template: '',
  reference: '',
  subject: '',
  message: '',
}
export type EmailValues = typeof empty

const isEmpty = (text: string) => text.trim() === ''

const errorsOf = (values: EmailValues, user: ChosenUser | null) => ({
  user: values.group === 'registered_user' && !user ? managementFieldTexts.userMissing() : null,
  service: values.service ? null : messagesTexts.serviceRequired(),
  type: values.type ? null : messagesTexts.typeRequired(),
  reference:
    values.service === 'power' && isEmpty(values.reference) ? messagesTexts.referenceRequired() : null,
  addresses:
    values.group === 'guest_user' && isEmpty(values.addresses) ? messagesTexts.addressesRequired() : null,
  subject: isEmpty(values.subject) ? managementFieldTexts.subjectMissing() : null,
  message: isEmpty(values.message) ? managementFieldTexts.messageMissing() : null,
})

/** State of the e-mail form: dependent fields, recipient count and submit. Source: specification 2, sections 4 and 5 */
export function useEmail() {
  const [values, setValues] = useState(empty)
  const [user, setUser] = useState<ChosenUser | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const { isBusy, send } = useMutation(sendEmail, { reloads: [getMessages] })
  const confirmation = useMessagePreview()
  const { templates, reload: reloadTemplates } = useTemplates(values.service)
  const errors = useFormErrors(errorsOf(values, user))
  const fill = (changes: Partial<EmailValues>) => setValues((previous) => ({ ...previous, ...changes }))

  function chooseService(service: EmailValues['service']) {
    const type = service === 'power' ? 'subscription' : service === '' ? '' : 'text'
    fill({ service, type, template: '', ...(service !== 'power' && { reference: '' }) })
  }

  function chooseTemplate(template: string) {
    const selected = templates.find(({ id }) => id === template)
    fill({ template, ...(selected && { subject: selected.subject, message: selected.default_message }) })
  }

  async function submit() {
    if (errors.hasErrors()) return
    await loadPreview(values.addresses)
  }

  const loadPreview = (addresses: string) =>
    confirmation.load({
      channel: 'email',
      user_group: values.group,
      email_addresses: values.group === 'guest_user' ? addresses : null,
      user_id: values.group === 'registered_user' ? (user?.id ?? null) : null,
    })

  async function removeAddresses(removed: readonly string[]) {
    const addresses = withoutAddresses(values.addresses, removed)
    fill({ addresses })
    await loadPreview(addresses)
  }

  async function submitValues(options: SendOptions = {}) {
    const { service, type, group } = values
    confirmation.cancel()
    if (!service || !type) return
    const envelope = await send({
      body: {
        subject: values.subject,
        message: values.message,
        user_group: group,
        type,
        service,
        email_template: values.template,
        reference: values.reference,
        ...(group === 'guest_user' && { email_addresses: values.addresses }),
        ...(group === 'registered_user' && user && { user_id: user.id }),
        ...options,
      },
      ...(file && { file }),
      key: 'management:email',
    })
    if (!envelope) return
    toast.success(envelope.message)
    setValues(empty)
    setUser(null)
    setFile(null)
    errors.reset()
  }

  return {
    form: errors.form,
    errors: errors.shown,
    values,
    fill,
    chooseService,
    chooseTemplate,
    templates,
    reloadTemplates,
    user,
    setUser,
    file,
    setFile,
    isBusy: isBusy || confirmation.isLoading,
    preview: confirmation.preview,
    removeAddresses,
    submit,
    submitValues,
    cancel: confirmation.cancel,
  }
}
