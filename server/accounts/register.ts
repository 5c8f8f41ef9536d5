import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Registration } from '../../shared/accounts.ts'
import * as pages from '../../shared/pages.ts'
import type { Tx } from '../database/index.ts'
import { type Caller, Refused } from '../http/index.ts'
import { accountKnown, verificationCode } from '../messaging/index.ts'
import { putMail } from '../outbox/index.ts'
import { codeSeconds, makeCode } from './codes.ts'
import type { AccountParts } from './parts.ts'
import { hashSecret, inTurn } from './password.ts'
import { ownPhone } from './phone.ts'
import { lockUser, newReferralCode, newUniqueid, type User } from './store.ts'

type Wish = z.infer<typeof Registration>

/**
 * Makes an account and mails its code. A known e-mail takes as long and answers the same: its owner is
 * told by mail. Registering again in the same browser before the e-mail is proved replaces what was typed.
 * @returns 'created' when no code can be sent
 * @throws Refused INVALID on `phone` or `referrer`, TOO_MANY
 */
export async function register(
  parts: AccountParts,
  wish: Wish,
  { session, client }: Caller,
): Promise<'success' | 'created'> {
  const phone = ownPhone(wish.phone)
  await parts.limits.spend('register_client', client)
  const referredBy = await referrerOf(parts, wish.referrer, phone)
  const passwordHash = await inTurn(() => hashSecret(wish.password))
  await parts.db.inTransaction(async (tx) => {
    const user = await keepUser(tx, { wish, phone, referredBy, passwordHash, session })
    if (user) await mailCode(parts, tx, user.id, session)
    else await tellOwner(parts, tx, wish.email)
  })
  parts.wakeOutbox()
  return parts.sendsMail ? 'success' : 'created'
}

/** Whose code was typed. Nobody refers themselves: the same phone is the same person. */
async function referrerOf(
  { db }: AccountParts,
  typed: string | null | undefined,
  phone: string,
): Promise<string | null> {
  const code = typed?.replace(/[\s-]/g, '').toUpperCase()
  if (!code) return null
  const owner = await db.q
    .selectFrom('users')
    .select(['id', 'phone'])
    .where('referral_code', '=', code)
    .executeTakeFirst()
  if (owner && owner.phone !== phone) return owner.id
  throw new Refused('INVALID', {
    field: 'referrer',
    says: 'We do not know that referral code, or it is your own. You can leave it empty.',
  })
}

/** The new person, or the one that this browser registered and never proved. Undefined when the e-mail is somebody's. */
function keepUser(
  tx: Tx,
  it: {
    wish: Wish
    phone: string
    referredBy: string | null
    passwordHash: string
    session: Buffer | null
  },
): Promise<User | undefined> {
  const { wish } = it
  const company = (text: string | null | undefined) => (wish.is_company && text ? text : null)
  const typed = {
    name: wish.name,
    phone: it.phone,
    password_hash: it.passwordHash,
    platform: wish.platform ?? null,
    is_company: wish.is_company,
    company_name: company(wish.company_name),
    address: company(wish.address),
    website: company(wish.website),
    rc_number: company(wish.rc_number),
    referred_by: it.referredBy,
  }
  return tx
    .insertInto('users')
    .values({
      ...typed,
      email: wish.email,
      uniqueid: newUniqueid(),
      referral_code: newReferralCode(),
      registered_session: it.session,
    })
    .onConflict((on) =>
      on
        .column('email')
        .doUpdateSet({ ...typed, referred_by: sql`nullif(excluded.referred_by, users.id)` })
        .where('users.email_verified_at', 'is', null)
        .where('users.registered_session', '=', it.session),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Makes a code for a person and mails it, unless today's are spent. The code is the browser's that asked. */
export async function mailCode(
  parts: AccountParts,
  tx: Tx,
  userId: string,
  session: Buffer | null,
): Promise<void> {
  const user = await lockUser(tx, userId)
  const code = await makeCode(tx, parts.secret, { userId, session })
  if (!code) return
  const mail = verificationCode({
    brandName: parts.brandName,
    name: user.name,
    code: code.text,
    minutes: codeSeconds / 60,
    verifyUrl: `${parts.appUrl}${pages.verifyEmail}`,
  })
  await putMail(tx, {
    onceKey: `code:${code.id}`,
    to: user.email,
    mail,
    secret: true,
    usefulSeconds: codeSeconds,
  })
}

/** Once a day, however often somebody tries. */
async function tellOwner({ brandName, appUrl }: AccountParts, tx: Tx, email: string): Promise<void> {
  const owner = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email', sql<string>`business_now()::date::text`.as('today')])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!owner) return
  await putMail(tx, {
    onceKey: `known:${owner.id}:${owner.today}`,
    to: owner.email,
    mail: accountKnown({ brandName, name: owner.name, resetUrl: `${appUrl}${pages.forgotPassword}` }),
  })
}
