import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Registration } from '../../shared/accounts.ts'
import type { UserId } from '../../shared/ids.ts'
import * as pages from '../../shared/pages.ts'
import type { Tx } from '../database/index.ts'
import { ApiError, type Caller } from '../http/index.ts'
import { accountExistsMessage, mailboxOf, verificationCodeMessage } from '../messaging/index.ts'
import { enqueueMail } from '../outbox/index.ts'
import { codeSeconds, createVerificationCode } from './codes.ts'
import type { AccountDeps } from './deps.ts'
import { hashSecret, withHashSlot } from './password.ts'
import { ipAndMailboxKey } from './password-limits.ts'
import { parseAccountPhone } from './phone.ts'
import { lockUser, newReferralCode, newUniqueid, type User, verifiedName } from './store.ts'
import { accountServerTexts } from './texts.ts'

type RegistrationRequest = z.infer<typeof Registration>

/**
 * Creates an account and mails its verification code. A request with the e-mail of an account takes the same time and
 * gets the same response; the owner is notified by mail. Registering again in the same browser before the e-mail is
 * verified replaces the entered details.
 * @returns 'created' when no mail can be sent
 * @throws ApiError INVALID on `phone` or `referrer`, TOO_MANY, UNAVAILABLE
 */
export async function registerUser(
  deps: AccountDeps,
  request: RegistrationRequest,
  { sessionHash, ip }: Caller,
): Promise<'success' | 'created'> {
  const phone = parseAccountPhone(request.phone)
  await deps.limits.consume('mail_pair', ipAndMailboxKey({ ip, email: request.email }))
  const mailbox = mailboxOf(request.email)
  if (request.email !== mailbox) await deps.limits.consume('mail_spellings', mailbox)
  await deps.limits.consume('register_client', ip)
  const referredBy = await referrerOf(deps, request.referrer, phone)
  const passwordHash = await withHashSlot({ account: request.email, client: ip }, () =>
    hashSecret(request.password),
  )
  await deps.db.inTransaction(async (tx) => {
    const user = await upsertUser(tx, { request, phone, referredBy, passwordHash, session: sessionHash })
    if (user) await mailCode(deps, tx, user.id, sessionHash)
    else await notifyExistingOwner(deps, tx, request.email)
  })
  deps.triggerOutbox()
  return deps.sendsMail ? 'success' : 'created'
}

/** The owner of the referral code. Users cannot refer themselves: the same phone is the same person. */
async function referrerOf(
  { db }: AccountDeps,
  input: string | null | undefined,
  phone: string,
): Promise<string | null> {
  const code = input?.replace(/[\s-]/g, '').toUpperCase()
  if (!code) return null
  const owner = await db.q
    .selectFrom('users')
    .select(['id', 'phone'])
    .where('referral_code', '=', code)
    .executeTakeFirst()
  if (owner && owner.phone !== phone) return owner.id
  throw new ApiError('INVALID', {
    field: 'referrer',
    message: accountServerTexts.referralCodeInvalid(),
  })
}

/** Creates the user, or updates the unverified one this browser registered. Undefined when the e-mail is taken. */
function upsertUser(
  tx: Tx,
  input: {
    request: RegistrationRequest
    phone: string
    referredBy: string | null
    passwordHash: string
    session: Buffer | null
  },
): Promise<User | undefined> {
  const { request } = input
  const companyField = (text: string | null | undefined) => (request.is_company && text ? text : null)
  const values = {
    name: request.name,
    phone: input.phone,
    password_hash: input.passwordHash,
    platform: request.platform ?? null,
    is_company: request.is_company,
    company_name: companyField(request.company_name),
    address: companyField(request.address),
    website: companyField(request.website),
    rc_number: companyField(request.rc_number),
    referred_by: input.referredBy,
  }
  return tx
    .insertInto('users')
    .values({
      ...values,
      email: request.email,
      uniqueid: newUniqueid(),
      referral_code: newReferralCode(),
      registered_session_hash: input.session,
    })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ ...values, referred_by: sql`nullif(excluded.referred_by, users.id)` })
        .where('users.email_verified_at', 'is', null)
        .where('users.registered_session_hash', '=', input.session),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Mails a verification code, bound to the requesting browser, unless the daily limit is reached. */
export async function mailCode(
  deps: AccountDeps,
  tx: Tx,
  userId: UserId,
  session: Buffer | null,
): Promise<void> {
  const { email } = await lockUser(tx, userId)
  const code = await createVerificationCode(tx, deps.sessionSecret, { userId, session })
  if (!code) return
  const mail = verificationCodeMessage({
    brandName: deps.brandName,
    code: code.text,
    minutes: codeSeconds / 60,
    verifyUrl: `${deps.appUrl}${pages.verifyEmailPath}`,
  })
  await enqueueMail(tx, {
    dedupeKey: `code:${code.id}`,
    to: email,
    mail,
    redactAfterSend: true,
    ttlSeconds: codeSeconds,
  })
}

/** Sends at most one mail per day. */
async function notifyExistingOwner({ brandName, appUrl }: AccountDeps, tx: Tx, email: string): Promise<void> {
  const owner = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified_at', sql<string>`app_now()::date::text`.as('today')])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!owner) return
  await enqueueMail(tx, {
    dedupeKey: `known:${owner.id}:${owner.today}`,
    to: owner.email,
    mail: accountExistsMessage({
      brandName,
      name: verifiedName(owner),
      resetUrl: `${appUrl}${pages.forgotPasswordPath}`,
    }),
  })
}
