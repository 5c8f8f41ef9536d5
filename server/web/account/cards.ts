import { CardId, deletePaymentCard } from '../../../shared/cards.ts'
import { deleteCard, wallet } from '../../../shared/pages.ts'
import type { Form, Loader, PageResult } from '../page.ts'
import { redirectIfSessionEnded } from './user.ts'

/** The result page has no URL of its own. */
export const redirectToWallet: Loader = () => ({ type: 'elsewhere', to: wallet })

/** Deletes a saved card, for browsers without script. */
export const deleteCardForm: Form = {
  path: deleteCard,
  page: deleteCard,
  async submit(pageRequest, fields, web): Promise<PageResult> {
    const card = CardId.safeParse(fields.uniqueid)
    const result = await web.api.request(
      deletePaymentCard,
      { params: { uniqueid: card.success ? card.data : 'unknown' } },
      pageRequest.caller,
    )
    if (result.ok) return { type: 'elsewhere', to: `${wallet}?note=card` }
    return (
      redirectIfSessionEnded(result.http) ??
      this.renderErrors(pageRequest, fields, web, { ...result, http: result.http || 503 })
    )
  },
  renderErrors: async (_, __, ___, { http, message }) => ({
    type: 'page',
    http,
    view: 'message',
    locals: {
      heading: 'Something went wrong',
      message,
      link: { href: wallet, text: 'Back to your wallet' },
    },
  }),
}
