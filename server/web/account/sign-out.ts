import { signOut } from '../../../shared/accounts.ts'
import * as address from '../../../shared/pages.ts'
import type { Form, Load, Shown } from '../page.ts'

/** Opened by itself it asks: a link must not sign anybody out. */
export const loadSignOut: Load = () => ({ is: 'page', madeOf: [] })

/** The form in the header of every page. The browser forgets its bearer whatever the API says. */
export const signOutForm: Form = {
  path: address.signOut,
  page: address.signOut,
  async submit(visit, _, site): Promise<Shown> {
    if (visit.caller.token) await site.api.ask(signOut, {}, visit.caller)
    return { is: 'elsewhere', to: address.home, token: '' }
  },
  async again(_, __, ___, { http, message }) {
    return { is: 'page', http, locals: { message } }
  },
}
