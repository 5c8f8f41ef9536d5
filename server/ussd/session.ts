import { type Selectable, sql } from 'kysely'
import type { Database, Tables } from '../database/index.ts'
import type { Result } from './result.ts'
import { resumePointOf, Screen, type ScreenView } from './screen.ts'

/** A network keeps a session at most this long. */
const sessionSeconds = 180
/** A phone that dials again within this time can continue where its last session was. */
const resumableSeconds = 5 * 60
/** A step of a crashed process is repeated after this time. */
const stepSeconds = 20

/** How much of a session's cumulative text was processed. The text may contain a PIN: only a keyed digest is stored. */
export interface ProcessedInputs {
  readonly length: number
  readonly hash: Buffer
}

export interface StoredSession extends ScreenView {
  readonly id: string
  readonly phone: string
  readonly resumePoint: Screen | null
  readonly inputs: ProcessedInputs
  readonly isExpired: boolean
  /** A step is running, in this process or another. */
  readonly isBusy: boolean
}

const isExpired = sql<boolean>`created_at <= app_now() - make_interval(secs => ${sessionSeconds})`
const isBusy = sql<boolean>`coalesce(claimed_until > app_now(), false)`

export async function findSession(db: Database, id: string): Promise<StoredSession | null> {
  const row = await db.q
    .selectFrom('ussd_sessions')
    .selectAll()
    .select([isExpired.as('is_expired'), isBusy.as('is_busy')])
    .where('session_id', '=', id)
    .executeTakeFirst()
  return row ? sessionFrom(row) : null
}

type Row = Selectable<Tables['ussd_sessions']> & { is_expired: boolean; is_busy: boolean }

/** A screen that another release stored in another form is the main menu again. */
function sessionFrom(row: Row): StoredSession {
  const screen = Screen.safeParse(row.screen)
  return {
    id: row.session_id,
    phone: row.phone,
    screen: screen.success ? screen.data : { name: 'main', linked: false },
    notice: screen.success ? row.notice : null,
    resumePoint: Screen.safeParse(row.saved_screen).data ?? null,
    inputs: { length: row.input_length, hash: row.input_hash },
    isExpired: row.is_expired,
    isBusy: row.is_busy,
  }
}

/** Where the last session of a phone can be resumed: null if it completed, or ended too long ago. */
export async function findResumePoint(db: Database, phone: string): Promise<Screen | null> {
  const row = await db.q
    .selectFrom('ussd_sessions')
    .select('saved_screen')
    .where('phone', '=', phone)
    .where('updated_at', '>', sql<Date>`app_now() - make_interval(secs => ${resumableSeconds})`)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Screen.safeParse(row?.saved_screen).data ?? null
}

/** Stores a new session. A repeated first request changes nothing. */
export async function createSession(
  db: Database,
  session: Pick<StoredSession, 'id' | 'phone' | 'screen' | 'resumePoint' | 'inputs'>,
): Promise<void> {
  await db.q
    .insertInto('ussd_sessions')
    .values({
      session_id: session.id,
      phone: session.phone,
      screen: JSON.stringify(session.screen),
      saved_screen: session.resumePoint && JSON.stringify(session.resumePoint),
      notice: null,
      input_length: session.inputs.length,
      input_hash: session.inputs.hash,
      claimed_until: null,
    })
    .onConflict((row) => row.column('session_id').doNothing())
    .execute()
}

/** Claims the next step for one request. @returns false when another request runs or has run it */
export async function claimStep(db: Database, { id, inputs }: StoredSession): Promise<boolean> {
  const row = await db.q
    .updateTable('ussd_sessions')
    .set({ claimed_until: sql<Date>`app_now() + make_interval(secs => ${stepSeconds})` })
    .where('session_id', '=', id)
    .where('input_length', '=', inputs.length)
    .where('input_hash', '=', inputs.hash)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', sql<Date>`app_now()`)]))
    .returning('session_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the result of a claimed step. */
export async function saveStep(
  db: Database,
  id: string,
  inputs: ProcessedInputs,
  result: Result,
): Promise<void> {
  const resumePoint = result.resumePoint ?? resumePointOf(result.screen)
  await db.q
    .updateTable('ussd_sessions')
    .set({
      screen: JSON.stringify(result.screen),
      saved_screen: resumePoint && JSON.stringify(resumePoint),
      notice: result.notice,
      input_length: inputs.length,
      input_hash: inputs.hash,
      claimed_until: null,
      updated_at: sql<Date>`app_now()`,
    })
    .where('session_id', '=', id)
    .execute()
}

/** Releases a claimed step after a failure, so that it can be repeated. */
export async function releaseStep(db: Database, id: string): Promise<void> {
  await db.q.updateTable('ussd_sessions').set({ claimed_until: null }).where('session_id', '=', id).execute()
}
