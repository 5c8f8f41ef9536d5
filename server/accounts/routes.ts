import type { Response } from 'express'
import { closeAccount, getClosingConditions } from '../../shared/account-closing.ts'
import { exportAccountData } from '../../shared/account-data.ts'
import {
  getProfile,
  registerAccount,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  signIn,
  signOut,
  updatePassword,
  updatePin,
  updatePinLimit,
  updateProfile,
  verifyEmail,
} from '../../shared/accounts.ts'
import { recordAccountEvent } from '../audit/index.ts'
import { type Route, revokeSessionToken, route, sessionTokenFromHeader } from '../http/index.ts'
import { collectAccountData } from './account-data.ts'
import { closeOwnAccount, closingStateOf } from './close-account.ts'
import { closingServerTexts } from './closing-texts.ts'
import type { AccountDeps } from './deps.ts'
import { assertPassword, changePassword, resetPasswordByLink, sendPasswordLink } from './password-changes.ts'
import { changePinLimit } from './payment-pin.ts'
import { setPin } from './pin.ts'
import { changeProfile, profileOf } from './profile.ts'
import { registerUser } from './register.ts'
import { auditContext, requestOrigin } from './request-origin.ts'
import { resendCode, signInWithPassword, verifyEmailByCode } from './sign-in.ts'
import { userById } from './store.ts'
import { accountServerTexts } from './texts.ts'

/** Account and session endpoints. */
export function accountRoutes(deps: AccountDeps): Route[] {
  return [
    route(registerAccount, async ({ body, ...caller }) => {
      const status = await registerUser(deps, body, caller)
      const message =
        status === 'success' ? accountServerTexts.created() : accountServerTexts.signInToContinue()
      return { status, message, data: { email: body.email } }
    }),
    route(verifyEmail, async ({ body, res, ...caller }) => {
      const sessionToken = await verifyEmailByCode(deps, body, { ...caller, ...requestOrigin(res, caller) })
      const data = { email: body.email, ...(sessionToken && { api_token: sessionToken }) }
      return { message: accountServerTexts.emailVerified(), data }
    }),
    route(resendVerification, async ({ body, ...caller }) => {
      await resendCode(deps, body.email, caller)
      return {
        message: accountServerTexts.codeSent(),
        data: { email: body.email },
      }
    }),

    route(signIn, async ({ body, res, ...caller }) => ({
      message: accountServerTexts.welcomeBack(),
      data: await signInWithPassword(deps, body, {
        ...caller,
        ...requestOrigin(res, caller),
        sessionToken: sessionTokenFromHeader(authorizationHeader(res)),
      }),
    })),
    route(signOut, async ({ res, actor, ...caller }) => {
      const sessionToken = sessionTokenFromHeader(authorizationHeader(res))
      if (actor && sessionToken)
        await deps.db.inTransaction(async (tx) => {
          await revokeSessionToken(tx, sessionToken)
          await recordAccountEvent(tx, {
            actor,
            action: 'account.sign_out',
            ...auditContext(requestOrigin(res, caller)),
          })
        })
      return { message: accountServerTexts.signedOut(), data: {} }
    }),
    route(requestPasswordReset, async ({ body, ...caller }) => {
      await sendPasswordLink(deps, body.email, caller)
      return {
        message: accountServerTexts.resetLinkSent(),
        data: { email: body.email },
      }
    }),
    route(resetPassword, async ({ body, res, ...caller }) => {
      await resetPasswordByLink(deps, body, { ...caller, ...requestOrigin(res, caller) })
      return { message: accountServerTexts.passwordReset(), data: {} }
    }),

    route(getProfile, async ({ query, actor }) => {
      const profile = profileOf(await userById(deps.db.q, actor.userId))
      return { data: query.field ? (profile[query.field] ?? null) : profile }
    }),
    route(updateProfile, async ({ body, actor, res, ...caller }) => ({
      message: accountServerTexts.profileSaved(),
      data: await changeProfile(deps, actor, requestOrigin(res, caller), body),
    })),
    route(updatePassword, async ({ body, actor, res, ...caller }) => {
      await changePassword(deps, actor, {
        old: body.old_password,
        next: body.new_password,
        ...requestOrigin(res, caller),
      })
      return { message: accountServerTexts.passwordChanged(), data: {} }
    }),
    route(exportAccountData, async ({ body, actor, res, ...caller }) => {
      await assertPassword(deps, actor, body.password, 'password')
      await deps.limits.consume('account_file', actor.userId)
      const sections = await collectAccountData(deps.db, actor.userId)
      await deps.db.inTransaction((tx) =>
        recordAccountEvent(tx, {
          actor,
          action: 'account.data_export',
          ...auditContext(requestOrigin(res, caller)),
        }),
      )
      return { data: { exported_at: new Date().toISOString(), sections } }
    }),
    route(getClosingConditions, async ({ actor }) => ({ data: await closingStateOf(deps.db, actor.userId) })),
    route(closeAccount, async ({ body, actor, res, ...caller }) => {
      await closeOwnAccount(deps, actor, body, requestOrigin(res, caller))
      return { message: closingServerTexts.closed(), data: {} }
    }),
    route(updatePinLimit, async ({ body, actor, res, ...caller }) => ({
      message: accountServerTexts.pinLimitSaved(),
      data: await changePinLimit(deps.db, actor, {
        aboveKobo: body.above,
        pin: body.auth_pin,
        ...requestOrigin(res, caller),
      }),
    })),
    route(updatePin, async ({ body, actor, res, ...caller }) => {
      await setPin(deps, actor, { ...body, ...requestOrigin(res, caller) })
      return { message: accountServerTexts.pinSet(), data: {} }
    }),
  ]
}

const authorizationHeader = (res: Response) => res.req.get('authorization')
