import {
  blockUser,
  requestUserScopes,
  resetUserPin,
  signOutUser,
  unblockUser,
} from '../../shared/management/user-actions.ts'
import {
  addUserNote,
  getUserCards,
  getUserNotes,
  getUserSessions,
  getUserTickets,
  getUserWalletTransactions,
} from '../../shared/management/user-records.ts'
import { getUserDetails, getUserMeters, getUserSmartcards } from '../../shared/management/users.ts'
import {
  type AccountAction,
  assertPin,
  blockAccount,
  listActiveSessions,
  removePin,
  signOutAccount,
  unblockAccount,
} from '../accounts/index.ts'
import { pendingResult } from '../approvals/index.ts'
import { metersOf, smartcardsOf } from '../beneficiaries/index.ts'
import { type Actor, type Route, route } from '../http/index.ts'
import { listCards } from '../payments/index.ts'
import { listUserTickets } from '../tickets/index.ts'
import { listWalletTransactions } from '../wallet/index.ts'
import type { ManagementDeps } from './deps.ts'
import { managedUserTexts } from './texts.ts'
import { userNotesOf, writeUserNote } from './user-notes.ts'
import { requestScopes } from './user-scopes.ts'
import { detailsOf, logRead, userByUniqueid } from './users.ts'

/** Routes of one user's records and of the actions on the account. Every read and every action is audited. */
export function userRecordRoutes(deps: ManagementDeps): Route[] {
  return [...readRoutes(deps), ...actionRoutes(deps)]
}

interface RecordRead {
  readonly params: { readonly uniqueid: string }
  readonly actor: Actor
  readonly requestId: string
}

function readRoutes({ db }: ManagementDeps): Route[] {
  async function readUser({ params, actor, requestId }: RecordRead, recordType: string) {
    const user = await userByUniqueid(db, params.uniqueid)
    await logRead(db, { actor, requestId }, recordType, { subject: user.uniqueid, owner: user.id })
    return user
  }
  const logUserRead = async (request: RecordRead, recordType: string) =>
    (await readUser(request, recordType)).id
  return [
    route(getUserDetails, async (request) => ({
      data: await detailsOf(db, request.actor, await readUser(request, 'user')),
    })),
    route(getUserMeters, async (request) => ({
      data: await metersOf(db, await logUserRead(request, 'beneficiaries')),
    })),
    route(getUserSmartcards, async (request) => ({
      data: await smartcardsOf(db, await logUserRead(request, 'beneficiaries')),
    })),
    route(getUserWalletTransactions, async (request) => ({
      data: await listWalletTransactions(db, await logUserRead(request, 'wallet'), request.query),
    })),
    route(getUserCards, async (request) => {
      const cards = await listCards(db.q, await logUserRead(request, 'cards'))
      return {
        data: cards.map(({ last_digits, expiry, issuer, type }) => ({ last_digits, expiry, issuer, type })),
      }
    }),
    route(getUserTickets, async (request) => ({
      data: await listUserTickets(db, await logUserRead(request, 'user_tickets')),
    })),
    route(getUserSessions, async (request) => ({
      data: await listActiveSessions(db, await logUserRead(request, 'sessions')),
    })),
    route(getUserNotes, async (request) => ({
      data: await userNotesOf(db, await logUserRead(request, 'notes'), request.query.cursor),
    })),
    route(addUserNote, async ({ params, body, actor, requestId }) => {
      const user = await userByUniqueid(db, params.uniqueid)
      const note = await writeUserNote(db, { actor, requestId, user, text: body.text })
      return { message: managedUserTexts.noteAdded(), data: note }
    }),
  ]
}

interface ActionRequest extends RecordRead {
  readonly body: { readonly auth_pin: string; readonly reason: string }
}

function actionRoutes(deps: ManagementDeps): Route[] {
  const { db } = deps
  async function authoriseAction({ params, body, actor, requestId }: ActionRequest): Promise<AccountAction> {
    const { id: userId } = await userByUniqueid(db, params.uniqueid)
    await assertPin(deps, actor, body.auth_pin)
    return { actor, requestId, userId, reason: body.reason }
  }
  return [
    route(blockUser, async (context) => {
      await blockAccount(db, await authoriseAction(context))
      return { message: managedUserTexts.blocked(), data: {} }
    }),
    route(unblockUser, async (context) => {
      await unblockAccount(db, await authoriseAction(context))
      return { message: managedUserTexts.unblocked(), data: {} }
    }),
    route(signOutUser, async (context) => {
      await signOutAccount(db, await authoriseAction(context))
      return { message: managedUserTexts.signedOut(), data: {} }
    }),
    route(resetUserPin, async (context) => {
      await removePin(deps, await authoriseAction(context))
      deps.triggerOutbox()
      return { message: managedUserTexts.pinRemoved(), data: {} }
    }),
    route(requestUserScopes, async ({ params, body, actor, requestId }) => {
      const user = await userByUniqueid(db, params.uniqueid)
      await assertPin(deps, actor, body.auth_pin)
      await requestScopes(db, { user, scopes: body.scopes, reason: body.reason }, { actor, requestId })
      return pendingResult({}, managedUserTexts.scopesPending())
    }),
  ]
}
