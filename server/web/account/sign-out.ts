import { signOut } from '../../../shared/accounts.ts'
import * as pages from '../../../shared/pages.ts'
import type { Loader, PageResult, PostedForm } from '../page.ts'

/** Asks for confirmation: opening a link must not sign a user out. */
export const loadSignOut: Loader = () => ({ type: 'page', cacheKey: [] })

/** The sign-out form in the page header. The browser's session token is removed even if the API fails. */
export const signOutForm: PostedForm = {
  path: pages.signOutPath,
  page: pages.signOutPath,
  async submit(pageRequest, _, web): Promise<PageResult> {
    if (pageRequest.caller.token) await web.api.request(signOut)
    return { type: 'redirect', to: pages.homePath, token: '' }
  },
  async renderErrors(_, __, ___, { httpStatus, message }) {
    return { type: 'page', httpStatus, locals: { message } }
  },
}
