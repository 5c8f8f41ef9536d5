import type { UserId } from '../../shared/ids.ts'
import { candidatesOfPhone, linkPhoneWithPin } from '../accounts/index.ts'
import { ApiError } from '../http/index.ts'
import { balanceOf, account as ledgerAccount } from '../ledger/index.ts'
import { amountOf, type UssdCaller, type UssdDeps } from './deps.ts'
import { endUssdSession, type Result, showScreen } from './result.ts'
import { ussdTexts } from './texts.ts'

/** Starts linking the phone to the account whose profile contains it. */
export async function startPhoneLink(deps: UssdDeps, { phone }: UssdCaller): Promise<Result> {
  const [first, ...others] = await candidatesOfPhone(deps, phone)
  if (!first) return endUssdSession(ussdTexts.cannotLink({ ussd: deps.ussdCode }))
  return others.length > 0
    ? showScreen({ name: 'customer_id' })
    : showScreen({ name: 'pin', purpose: { type: 'link_phone', userId: first.id } })
}

/** Finds the account to link by the customer id that the customer enters, because several profiles can have the same phone. */
export async function findAccount(
  deps: UssdDeps,
  { phone }: UssdCaller,
  customerId: UserId,
): Promise<Result> {
  const candidates = await candidatesOfPhone(deps, phone)
  const match = candidates.find(({ uniqueid }) => uniqueid.toUpperCase() === customerId)
  return match
    ? showScreen({ name: 'pin', purpose: { type: 'link_phone', userId: match.id } })
    : showScreen({ name: 'customer_id' }, ussdTexts.invalidCustomerId())
}

/** @throws ApiError as `linkPhoneWithPin` does, TOO_MANY after several wrong PINs by this phone */
export async function linkPhone(
  deps: UssdDeps,
  { phone, requestId }: UssdCaller,
  { userId, pin }: { userId: UserId; pin: string },
): Promise<Result> {
  const candidates = await candidatesOfPhone(deps, phone)
  if (!candidates.some(({ id }) => id === userId))
    return endUssdSession(ussdTexts.cannotLink({ ussd: deps.ussdCode }))
  await deps.limits.consume('ussd_link', phone)
  await linkPhoneWithPin(deps, { phone, userId, pin, requestId })
  await deps.limits.clear('ussd_link', phone)
  return showScreen({ name: 'main', linked: true }, ussdTexts.linked())
}

/** @throws ApiError SIGN_IN for a phone that is no longer linked */
export function requireAccount({ account }: UssdCaller) {
  if (!account) throw new ApiError('SIGN_IN')
  return account
}

export async function showBalance({ db }: UssdDeps, userId: UserId): Promise<Result> {
  const [balance, bonus] = await Promise.all([
    balanceOf(db.q, ledgerAccount.wallet(userId)),
    balanceOf(db.q, ledgerAccount.bonus(userId)),
  ])
  return endUssdSession(ussdTexts.balance({ balance: amountOf(balance), bonus: amountOf(bonus) }))
}
