import { useState } from 'react'
import {
  type messageServices,
  type messageTypes,
  selectUserText,
  sendEmail,
  type userGroups,
} from '../../shared/management/messages.ts'
import { toast } from '../lib/index.ts'
import { useSend } from './use-send.ts'
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

/** The e-mail form: what follows from what is chosen, and sending it. Source: specification 2, sections 4 and 5 */
export function useEmail() {
  const [values, setValues] = useState(empty)
  const [user, setUser] = useState<ChosenUser | null>(null)
  const [file, setFile] = useState<File | null>(null)
  /** Messages sent from this page. */
  const [sent, setSent] = useState(0)
  const { isBusy, send } = useSend(sendEmail)
  const { templates, again: askTemplates } = useTemplates(values.service)
  const fill = (some: Partial<EmailValues>) => setValues((was) => ({ ...was, ...some }))

  function chooseService(service: EmailValues['service']) {
    const type = service === 'power' ? 'subscription' : service === '' ? '' : 'text'
    fill({ service, type, template: '', ...(service !== 'power' && { reference: '' }) })
  }

  function chooseTemplate(template: string) {
    const picked = templates.find(({ id }) => id === template)
    fill({ template, ...(picked && { subject: picked.subject, message: picked.default_message }) })
  }

  async function submit() {
    const { service, type, group } = values
    if (group === 'registered_user' && !user) return toast.error(selectUserText)
    if (!service) return toast.error('Service is required.')
    if (!type) return toast.error('Type is required.')
    if (service === 'power' && !values.reference.trim()) return toast.error('Reference is required.')
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
      },
      ...(file && { file }),
      key: 'management:email',
    })
    if (!envelope) return
    toast.success(envelope.message)
    setValues(empty)
    setUser(null)
    setFile(null)
    setSent((was) => was + 1)
  }

  return {
    values,
    fill,
    chooseService,
    chooseTemplate,
    templates,
    askTemplates,
    user,
    setUser,
    file,
    setFile,
    sent,
    isBusy,
    submit,
  }
}
