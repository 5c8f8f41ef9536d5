import * as z from 'zod/mini'
import { pinErrors } from '../auth-pin.ts'
import { defineEndpoint } from '../contract.ts'
import { IsoTimestamp, requiredText } from '../fields.ts'
import { managementFieldTexts } from './field-texts.ts'

/** Values of the Service select; `holiday` is for e-mail only. Source: specification 2, section 3; E-080 */
export const messageServices = ['power', 'cabletv', 'airtime', 'vtu_data', 'holiday', 'other'] as const
export const smsServices = ['power', 'cabletv', 'airtime', 'vtu_data', 'other'] as const
export const messageTypes = ['text', 'image', 'text_image', 'subscription'] as const
export const userGroups = ['guest_user', 'registered_user', 'all_users'] as const
export const maxAttachmentBytes = 5 * 1024 * 1024
/** Characters of an SMS: eleven segments, each of which is billed. */
export const maxSmsCharacters = 1_600

export const Template = z.object({
  id: z.string(),
  name: z.string(),
  subject: z.string(),
  /** HTML for e-mail, plain text for SMS. */
  default_message: z.string(),
})
export type Template = z.infer<typeof Template>

export const getEmailTemplates = defineEndpoint({
  name: 'getEmailTemplates',
  method: 'GET',
  path: '/management/resources/email-templates',
  audience: 'manager',
  summary: 'Templates of a service; for SMS when message_type is sms',
  query: z.object({ type: z.enum(messageServices), message_type: z.optional(z.literal('sms')) }),
  data: z.array(Template),
})

const templateBody = z.object({
  type: z.enum(messageServices),
  message_type: z._default(z.enum(['email', 'sms']), 'email'),
  name: requiredText(managementFieldTexts.templateNameMissing, 80),
  subject: z
    .string()
    .check(z.maxLength(200), z.regex(/^\P{Cc}*$/u, { error: managementFieldTexts.subjectInvalid })),
  default_message: z
    .string({ error: managementFieldTexts.messageMissing })
    .check(z.minLength(1, { error: managementFieldTexts.messageMissing }), z.maxLength(50_000)),
})
const templateParams = z.object({ id: z.string().check(z.uuid()) })

export const createTemplate = defineEndpoint({
  name: 'createTemplate',
  method: 'POST',
  path: '/management/resources/email-templates',
  audience: 'manager',
  summary: 'Adds a template',
  body: templateBody,
  data: Template,
})
export const updateTemplate = defineEndpoint({
  name: 'updateTemplate',
  method: 'PUT',
  path: '/management/resources/email-templates/{id}',
  audience: 'manager',
  summary: 'Changes a template',
  params: templateParams,
  body: templateBody,
  data: Template,
  errors: ['NOT_FOUND'],
})
export const deleteTemplate = defineEndpoint({
  name: 'deleteTemplate',
  method: 'DELETE',
  path: '/management/resources/email-templates/{id}',
  audience: 'manager',
  summary: 'Removes a template',
  params: templateParams,
  data: z.object({}),
  errors: ['NOT_FOUND'],
})

/** A queued message. */
const Queued = z.object({ id: z.string(), recipients: z.number() })

/** A minute in Lagos, YYYY-MM-DDTHH:MM: now or at most 90 days ahead. */
export const SendTime = z.string().check(
  z.regex(/^[12]\d{3}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/, {
    error: managementFieldTexts.sendTimeInvalid,
  }),
)

export const optionalText = (maxLength: number) =>
  z.optional(z.nullable(z.string().check(z.maxLength(maxLength))))

const sendOptions = {
  /** Without it the message is sent immediately. */
  send_at: z.optional(z.nullable(SendTime)),
  /** Required above the number of recipients in the setting `message_pin_above`, and after 1,000 without it in a day. */
  auth_pin: z.optional(z.string().check(z.maxLength(20))),
}

/**
 * Sends an e-mail to a group, as multipart with at most one file. The HTML is sanitised to the editor's own tags.
 * Source: specification 2, sections 3 to 5; E-067 to E-074
 */
export const sendEmail = defineEndpoint({
  name: 'sendEmail',
  method: 'POST',
  path: '/management/messages/email/send',
  audience: 'manager',
  summary: 'Sends an e-mail to guests, one user or all users',
  requiresIdempotencyKey: true,
  upload: { field: 'file', maxBytes: maxAttachmentBytes, optional: true },
  body: z.object({
    subject: requiredText(managementFieldTexts.subjectMissing, 200),
    message: z
      .string({ error: managementFieldTexts.messageMissing })
      .check(z.minLength(1, { error: managementFieldTexts.messageMissing }), z.maxLength(100_000)),
    user_group: z.enum(userGroups, { error: managementFieldTexts.groupMissing }),
    type: z.enum(messageTypes, { error: managementFieldTexts.typeMissing }),
    service: z.enum(messageServices, { error: managementFieldTexts.serviceMissing }),
    email_addresses: optionalText(20_000),
    email_template: optionalText(60),
    user_id: optionalText(40),
    reference: optionalText(40),
    ...sendOptions,
  }),
  data: Queued,
  errors: ['NOT_FOUND', 'FILE_REFUSED', ...pinErrors],
})

/** Plain text to phones. Source: E-076 */
export const sendSms = defineEndpoint({
  name: 'sendSms',
  method: 'POST',
  path: '/management/messages/sms/send',
  audience: 'manager',
  summary: 'Sends an SMS to guests, one user or all users',
  requiresIdempotencyKey: true,
  body: z.object({
    service: z.enum(smsServices, { error: managementFieldTexts.serviceMissing }),
    user_group: z.enum(userGroups, { error: managementFieldTexts.groupMissing }),
    phone_numbers: optionalText(20_000),
    user_id: optionalText(40),
    template: optionalText(60),
    reference: optionalText(40),
    message: z
      .string({ error: managementFieldTexts.messageMissing })
      .check(
        z.trim(),
        z.minLength(1, { error: managementFieldTexts.messageMissing }),
        z.maxLength(maxSmsCharacters),
      ),
    ...sendOptions,
  }),
  data: Queued,
  errors: ['NOT_FOUND', ...pinErrors],
})

export const deliveryStates = ['pending', 'sent', 'failed', 'cancelled'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const campaignStates = ['scheduled', 'sending', 'paused', 'stopped', 'sent'] as const
export type CampaignState = (typeof campaignStates)[number]

/** Progress of a campaign and the delivery state of each recipient. At most 500 recipients, failed ones first. */
export const MessageProgress = z.object({
  id: z.string(),
  channel: z.enum(['email', 'sms']),
  subject: z.nullable(z.string()),
  sent_by: z.string(),
  created_at: IsoTimestamp,
  state: z.enum(campaignStates),
  /** When a scheduled message is sent, or was; null for one that was sent immediately. */
  scheduled_at: z.nullable(IsoTimestamp),
  /** `pending` includes those whose message is being sent. */
  counts: z.object({ pending: z.number(), sent: z.number(), failed: z.number(), cancelled: z.number() }),
  /** Addressed people who had unsubscribed; not among the recipients. */
  unsubscribed: z.number(),
  /** HTML of an e-mail, text of an SMS. */
  message: z.string(),
  /** Changing the message while it is scheduled requires `auth_pin`. */
  pin_required: z.boolean(),
  recipients: z.array(
    z.object({ to: z.string(), state: z.enum(deliveryStates), reason: z.nullable(z.string()) }),
  ),
})
export type MessageProgress = z.infer<typeof MessageProgress>

export const getMessageProgress = defineEndpoint({
  name: 'getMessageProgress',
  method: 'GET',
  path: '/management/messages/{id}',
  audience: 'manager',
  summary: 'Progress of a campaign',
  params: z.object({ id: z.string().check(z.uuid()) }),
  data: MessageProgress,
  errors: ['NOT_FOUND'],
})

/** The last fifty, newest first. */
export const getMessages = defineEndpoint({
  name: 'getMessages',
  method: 'GET',
  path: '/management/messages/all',
  audience: 'manager',
  summary: 'Recent campaigns',
  query: z.object({ channel: z.optional(z.enum(['email', 'sms'])) }),
  data: z.array(z.omit(MessageProgress, { recipients: true, message: true, pin_required: true })),
})
