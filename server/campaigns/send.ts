import { setTimeout as pause } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { type Database, inSeconds, type Tables } from '../database/index.ts'
import { type Mail, type MailSender, mailToMany, type Sent, type SmsSender } from '../messaging/index.ts'
import { closeCounts } from './store.ts'

export interface CampaignParts {
  readonly db: Database
  readonly log: Logger
  readonly mail: MailSender | null
  readonly sms: SmsSender | null
  readonly brandName: string
}

interface Campaign {
  readonly text: string
  /** Null for an SMS. */
  readonly mail: (Mail & Pick<Parameters<MailSender['send']>[0], 'attachments'>) | null
}
interface Reader {
  campaign_id: string
  recipient: string
  tries: number
}

/** Taken at a time by one process. */
const atOnce = 50
/** Under load each word of the mail server waits its turn here: many at once keep the pace all the same. */
export const lettersSideBySide = 10
/** No faster than this by one process: who buys meanwhile needs the machine more, and mail servers count, too. */
const mostPerSecond = 70
const leaseSeconds = 120
/** Seconds to wait after each try that did not go out. */
const againSeconds = [30, 300, 1800]

export interface CampaignWork {
  /**
   * Sends what is in line until nothing is; one at a time, so that the pace holds: who calls meanwhile has it look
   * once more. A reader whose sending was lost may get it twice.
   * @returns how many went out
   */
  send(): Promise<number>
  /** What is in line is left to another process, or the next start. */
  stop(): void
}

export function createCampaignWork(parts: CampaignParts): CampaignWork {
  let sending: Promise<number> | null = null
  let again = false
  let stopped = false
  const run = async () => {
    let sent = 0
    try {
      do {
        again = false
        sent += await sendAll(parts, () => stopped)
      } while (again)
    } finally {
      sending = null
    }
    return sent
  }
  return {
    send() {
      again = true
      sending ??= run()
      return sending
    },
    stop() {
      stopped = true
    },
  }
}

async function sendAll(parts: CampaignParts, isStopped: () => boolean): Promise<number> {
  let sent = 0
  for (;;) {
    if (isStopped()) return sent
    const rested = pause((atOnce / mostPerSecond) * 1_000, undefined, { ref: false })
    const readers = await claim(parts.db)
    if (readers.length === 0) return sent
    const campaigns = await campaignsOf(parts, readers)
    const turn = pLimit(lettersSideBySide)
    const tried = await Promise.all(
      readers.map((reader) => turn(async () => ({ reader, sent: await sendOne(parts, campaigns, reader) }))),
    )
    await record(parts.db, tried)
    await closeCounts(parts.db, [...campaigns.keys()])
    sent += tried.filter((it) => it.sent.is === 'accepted').length
    if (readers.length < atOnce) return sent
    await rested
  }
}

async function claim(db: Database): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    update campaign_recipients as mine set tries = mine.tries + 1, due_at = ${inSeconds(leaseSeconds)}
    from (select campaign_id, recipient from campaign_recipients where due_at <= business_now()
      order by due_at limit ${atOnce} for update skip locked) as due
    where mine.campaign_id = due.campaign_id and mine.recipient = due.recipient
    returning mine.campaign_id, mine.recipient, mine.tries`.execute(db.q)
  return rows
}

/** What goes out, made once for all of these readers. */
async function campaignsOf(
  { db, brandName }: CampaignParts,
  readers: readonly Reader[],
): Promise<Map<string, Campaign>> {
  const ids = [...new Set(readers.map((it) => it.campaign_id))]
  const rows = await db.q.selectFrom('campaigns').selectAll().where('id', 'in', ids).execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { text: row.body, mail: row.channel === 'sms' ? null : mailOf(row, brandName) },
    ]),
  )
}

function mailOf(row: Selectable<Tables['campaigns']>, brandName: string): Campaign['mail'] {
  const file = row.file && {
    name: row.file_name ?? 'file',
    contentType: row.file_type ?? 'application/octet-stream',
    content: row.file,
  }
  const written = mailToMany({ brandName, subject: row.subject ?? '', text: row.body, html: row.html ?? '' })
  return { ...written, attachments: file ? [file] : [] }
}

async function sendOne(
  { mail, sms }: CampaignParts,
  campaigns: ReadonlyMap<string, Campaign>,
  { campaign_id, recipient }: Reader,
): Promise<Sent> {
  const campaign = campaigns.get(campaign_id)
  const missing: Sent = { is: 'rejected', because: 'not configured' }
  if (!campaign) return missing
  const sent = campaign.mail
    ? mail?.send({ to: recipient, ...campaign.mail })
    : sms?.send({ to: recipient, text: campaign.text })
  return (await sent) ?? missing
}

/** Writes down what became of all of them, together. */
async function record(
  db: Database,
  tried: readonly { readonly reader: Reader; readonly sent: Sent }[],
): Promise<void> {
  const rows = tried.map(({ reader, sent }) => {
    const wait = sent.is === 'unknown' ? againSeconds[reader.tries - 1] : undefined
    const state = sent.is === 'accepted' ? 'sent' : wait === undefined ? 'failed' : 'waiting'
    return { ...reader, state, because: 'because' in sent ? sent.because : null, wait: wait ?? null }
  })
  await sql`
    update campaign_recipients as mine set state = told.state, because = told.because,
      sent_at = case told.state when 'sent' then business_now() end,
      due_at = business_now() + make_interval(secs => told.wait)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as told (campaign_id uuid, recipient text, state text, because text, wait float8)
    where mine.campaign_id = told.campaign_id and mine.recipient = told.recipient`.execute(db.q)
}
