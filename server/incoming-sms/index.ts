import metadata from 'libphonenumber-js/max/metadata'
import { z } from 'zod'
import { isNigerianPhone } from '../../shared/phone.ts'
import {
  ApiError,
  type Limits,
  type ProviderCallbacks,
  providerCallback,
  type Webhook,
} from '../http/index.ts'
import { inLanguage } from '../languages/index.ts'
import { enqueueSms, languageOfPhone } from '../outbox/index.ts'
import { parseCommand } from './command.ts'
import { type ReplyDeps, replyToCommand } from './reply.ts'

export interface IncomingSmsDeps extends ReplyDeps {
  readonly limits: Limits
  readonly triggerOutbox: () => void
}

/** Fields of Africa's Talking's callback. Source: its documentation, "Receive message via callback" */
const Fields = z.object({
  id: z.string().regex(/^[\w.:-]{1,100}$/),
  from: z.string().regex(/^\+\d{8,15}$/),
  text: z.string(),
})

/** Only the start of a text is parsed. */
const maxParsedLength = 200
/** A reply is useless after this. */
const replySeconds = 60 * 60

/**
 * Incoming SMS at `/webhooks/africastalking/{secret}/sms`. Each message with a command gets one reply, however often
 * the provider sends it. A phone over its limit gets no reply, because each costs money, and neither does a phone abroad,
 * which costs a multiple; their STOP is still applied.
 */
export const incomingSmsWebhook = (deps: IncomingSmsDeps, callbacks: ProviderCallbacks): Webhook =>
  providerCallback(callbacks, { provider: 'africastalking', name: 'sms' }, async (form) => {
    const fields = Fields.safeParse(form)
    if (!fields.success) return { httpStatus: 400, text: 'Bad request' }
    await receive(deps, fields.data)
    return { httpStatus: 200, text: 'OK' }
  })

async function receive(deps: IncomingSmsDeps, { id, from: phone, text }: z.infer<typeof Fields>) {
  const command = parseCommand(text.slice(0, maxParsedLength))
  if (!command || (await isReceived(deps, id))) return
  const getsReply = isNigerianPhone(phone, metadata) && (await consumeLimit(deps.limits, phone))
  if (!getsReply && command.type !== 'stop') return
  const language = await languageOfPhone(deps.db, phone)
  const reply = await inLanguage(language, () => replyToCommand(deps, phone, command))
  await deps.db.inTransaction(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('incoming_sms')
      .values({ message_id: id, phone, command: command.type })
      .onConflict((row) => row.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) return
    await reply.change?.(tx)
    if (!getsReply) return
    const dedupeKey = `incoming-sms:${id}`
    await enqueueSms(tx, {
      dedupeKey,
      to: phone,
      text: reply.text,
      ttlSeconds: replySeconds,
      redactAfterSend: true,
    })
  })
  deps.triggerOutbox()
}

async function isReceived({ db }: IncomingSmsDeps, id: string): Promise<boolean> {
  const row = await db.q
    .selectFrom('incoming_sms')
    .select('message_id')
    .where('message_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false if the phone has reached its limit */
async function consumeLimit(limits: Limits, phone: string): Promise<boolean> {
  try {
    await limits.consume('sms_phone', phone)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'TOO_MANY') return false
    throw error
  }
}
