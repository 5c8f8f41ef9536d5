import { CardUniqueId, deletePaymentCard } from '../../../shared/cards.ts'
import { deleteCardPath, walletPath } from '../../../shared/pages.ts'
import type { Loader, PageResult, PostedForm } from '../page.ts'
import { webTexts } from '../texts.ts'
import { accountPageTexts } from './texts.ts'
import { redirectIfSessionEnded } from './user.ts'

/** The result page has no URL of its own. */
export const redirectToWallet: Loader = () => ({ type: 'redirect', to: walletPath })

/** Deletes a saved card, for browsers without JavaScript. */
export const deleteCardForm: PostedForm = {
  path: deleteCardPath,
  page: deleteCardPath,
  async submit(pageRequest, fields, web): Promise<PageResult> {
    const card = CardUniqueId.safeParse(fields.uniqueid)
    const result = await web.api.request(deletePaymentCard, {
      params: { uniqueid: card.success ? card.data : 'unknown' },
    })
    if (result.ok) return { type: 'redirect', to: `${walletPath}?note=card` }
    return redirectIfSessionEnded(result.httpStatus) ?? this.renderErrors(pageRequest, fields, web, result)
  },
  renderErrors: async (_, __, ___, { httpStatus, message }) => ({
    type: 'page',
    httpStatus,
    view: 'message',
    locals: {
      heading: webTexts.somethingWrong(),
      message,
      link: { href: walletPath, text: accountPageTexts.backToWallet() },
    },
  }),
}
