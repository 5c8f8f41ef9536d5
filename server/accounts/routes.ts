import type { Response } from 'express'
import {
  forgotPassword,
  getProfile,
  registerAccount,
  resendVerification,
  resetPassword,
  signIn,
  signOut,
  updatePassword,
  updatePin,
  updateProfile,
  verifyEmail,
} from '../../shared/accounts.ts'
import { accountEvent } from '../audit/index.ts'
import { bearerIn, endBearer, type Route, route } from '../http/index.ts'
import type { AccountParts } from './parts.ts'
import { setPin } from './pin.ts'
import { changeProfile, profileOf } from './profile.ts'
import { changePassword, resetWith, sendPasswordLink } from './recover.ts'
import { register } from './register.ts'
import { sendCodeAgain, signInWith, verifyWith } from './sign-in.ts'
import { userById } from './store.ts'
import { told, whereOf } from './where.ts'

/** The calls of accounts and their sessions. */
export function accountRoutes(parts: AccountParts): Route[] {
  return [
    route(registerAccount, async ({ body, ...caller }) => {
      const status = await register(parts, body, caller)
      const message =
        status === 'success'
          ? 'Your account is made. Enter the code that we sent to your e-mail.'
          : 'Your account is made. Sign in to go on.'
      return { status, message, data: { email: body.email } }
    }),
    route(verifyEmail, async ({ body, res, ...caller }) => {
      const bearer = await verifyWith(parts, body, { ...caller, ...whereOf(res, caller) })
      const data = { email: body.email, ...(bearer && { api_token: bearer }) }
      return { message: 'Your e-mail is verified.', data }
    }),
    route(resendVerification, async ({ body, ...caller }) => {
      await sendCodeAgain(parts, body.email, caller)
      return {
        message:
          'If this e-mail waits for a code here, a new one is on its way. In another browser, sign in first.',
        data: { email: body.email },
      }
    }),

    route(signIn, async ({ body, res, ...caller }) => ({
      message: 'Welcome back.',
      data: await signInWith(parts, body, {
        ...caller,
        ...whereOf(res, caller),
        bearer: bearerIn(authorization(res)),
      }),
    })),
    route(signOut, async ({ res, actor, ...caller }) => {
      const bearer = bearerIn(authorization(res))
      if (actor && bearer)
        await parts.db.inTransaction(async (tx) => {
          await endBearer(tx, bearer)
          await accountEvent(tx, { by: actor, action: 'account.sign_out', ...told(whereOf(res, caller)) })
        })
      return { message: 'You are signed out.', data: {} }
    }),
    route(forgotPassword, async ({ body, ...caller }) => {
      await sendPasswordLink(parts, body.email, caller)
      return {
        message: 'If there is an account with this e-mail, a link to choose a new password is on its way.',
        data: { email: body.email },
      }
    }),
    route(resetPassword, async ({ body, res, ...caller }) => {
      await resetWith(parts, body, { ...caller, ...whereOf(res, caller) })
      return { message: 'Your password is changed. Please sign in.', data: {} }
    }),

    route(getProfile, async ({ query, actor }) => {
      const profile = profileOf(await userById(parts.db.q, actor.userId))
      return { data: query.field ? profile[query.field] : profile }
    }),
    route(updateProfile, async ({ body, actor, res, ...caller }) => ({
      message: 'Your profile is saved.',
      data: await changeProfile(parts, actor, whereOf(res, caller), body),
    })),
    route(updatePassword, async ({ body, actor, res, ...caller }) => {
      await changePassword(parts, actor, {
        old: body.old_password,
        next: body.new_password,
        ...whereOf(res, caller),
      })
      return { message: 'Your password is changed. Please sign in again.', data: {} }
    }),
    route(updatePin, async ({ body, actor, res, ...caller }) => {
      await setPin(parts, actor, { ...body, ...whereOf(res, caller) })
      return { message: 'Your PIN is set.', data: {} }
    }),
  ]
}

const authorization = (res: Response) => res.req.get('authorization')
