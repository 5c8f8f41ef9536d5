import * as z from 'zod/mini'
import { pinErrors } from '../auth-pin.ts'
import { defineEndpoint } from '../contract.ts'
import { IsoTimestamp } from '../fields.ts'
import { managementFieldTexts } from './field-texts.ts'
import {
  campaignStates,
  maxAttachmentBytes,
  maxSmsCharacters,
  optionalText,
  SendTime,
  userGroups,
} from './messages.ts'

const messageParams = z.object({ id: z.string().check(z.uuid()) })

const messagePreview = z.object({
  channel: z.enum(['email', 'sms']),
  user_group: z.enum(userGroups, { error: managementFieldTexts.groupMissing }),
  email_addresses: optionalText(20_000),
  phone_numbers: optionalText(20_000),
  user_id: optionalText(40),
  /** Text of an SMS. */
  message: optionalText(maxSmsCharacters),
})

/** Invalid recipients that the preview lists; the file lists all. */
export const maxInvalidShown = 100

/**
 * Why an address cannot receive a message: it is not an e-mail address or a phone number, or it is a phone number of no
 * Nigerian network.
 */
export const invalidReasons = ['malformed', 'unknown'] as const
export type InvalidReason = (typeof invalidReasons)[number]

/** Recipients and cost of a message. Invalid recipients are listed, not rejected. Nothing is sent. */
export const previewMessage = defineEndpoint({
  name: 'previewMessage',
  method: 'POST',
  path: '/management/messages/preview',
  audience: 'manager',
  summary: 'Recipients, SMS segments and cost of a message, and its invalid recipients',
  body: messagePreview,
  data: z.object({
    recipients: z.number(),
    /** Addressed people who unsubscribed or sent STOP; not among `recipients`. */
    unsubscribed: z.number(),
    /** Per recipient; null for an e-mail. */
    segments: z.nullable(z.number()),
    /** Of the whole message, naira; null for an e-mail. */
    cost: z.nullable(z.number()),
    /** Sending requires `auth_pin`. */
    pin_required: z.boolean(),
    invalid_count: z.number(),
    /** The first 100. */
    invalid: z.array(z.object({ address: z.string(), reason: z.enum(invalidReasons) })),
  }),
  errors: ['NOT_FOUND'],
})

export const getInvalidRecipients = defineEndpoint({
  name: 'getInvalidRecipients',
  method: 'POST',
  path: '/management/messages/invalid-recipients',
  audience: 'manager',
  summary: 'All invalid recipients of a message, as a CSV file',
  body: messagePreview,
  data: z.unknown(),
  responseType: 'text/csv',
  errors: ['NOT_FOUND'],
})

export const sendTestMessage = defineEndpoint({
  name: 'sendTestMessage',
  method: 'POST',
  path: '/management/messages/test',
  audience: 'manager',
  summary: "Sends a message to the manager's own e-mail address or phone",
  requiresIdempotencyKey: true,
  upload: { field: 'file', maxBytes: maxAttachmentBytes, optional: true },
  body: z.object({
    channel: z.enum(['email', 'sms']),
    subject: optionalText(200),
    message: z
      .string({ error: managementFieldTexts.messageMissing })
      .check(z.minLength(1, { error: managementFieldTexts.messageMissing }), z.maxLength(100_000)),
  }),
  data: z.object({ to: z.string() }),
  errors: ['FILE_REFUSED', 'UNAVAILABLE', 'TOO_MANY'],
})

/** The state of a campaign after a change. */
const CampaignState = z.object({
  id: z.string(),
  state: z.enum(campaignStates),
  scheduled_at: z.nullable(IsoTimestamp),
})

/** Only before sending starts. Fields that are absent stay. */
export const updateScheduledMessage = defineEndpoint({
  name: 'updateScheduledMessage',
  method: 'PUT',
  path: '/management/messages/{id}',
  audience: 'manager',
  summary: 'Changes the time or the text of a scheduled campaign',
  params: messageParams,
  body: z.object({
    send_at: z.optional(SendTime),
    subject: optionalText(200),
    message: optionalText(100_000),
    auth_pin: z.optional(z.string().check(z.maxLength(20))),
  }),
  data: CampaignState,
  errors: ['NOT_FOUND', 'NOT_NOW', ...pinErrors],
})

/** The endpoints keep the word message of their public names and paths, and `continue` for resuming a campaign. */
const defineStateChange = <const Name extends string>(name: Name, action: string, summary: string) =>
  defineEndpoint({
    name,
    method: 'POST',
    path: `/management/messages/{id}/${action}`,
    audience: 'manager',
    summary,
    params: messageParams,
    data: CampaignState,
    errors: ['NOT_FOUND', 'NOT_NOW'],
  })

export const pauseMessage = defineStateChange('pauseMessage', 'pause', 'Pauses a campaign that is being sent')
export const continueMessage = defineStateChange('continueMessage', 'continue', 'Resumes a paused campaign')
export const stopMessage = defineStateChange(
  'stopMessage',
  'stop',
  'Stops a campaign: recipients without its message do not get it. Cancels a scheduled campaign',
)
