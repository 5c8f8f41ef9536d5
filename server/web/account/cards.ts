import { CardId, deletePaymentCard } from '../../../shared/cards.ts'
import { deleteCard, wallet } from '../../../shared/pages.ts'
import type { Form, Load, Shown } from '../page.ts'
import { endedSession } from './person.ts'

/** Its answer has no address of its own. */
export const toWalletPage: Load = () => ({ is: 'elsewhere', to: wallet })

/** Deleting a saved card without script. */
export const deleteCardForm: Form = {
  path: deleteCard,
  page: deleteCard,
  async submit(visit, fields, site): Promise<Shown> {
    const card = CardId.safeParse(fields.uniqueid)
    const answer = await site.api.ask(
      deletePaymentCard,
      { params: { uniqueid: card.success ? card.data : 'unknown' } },
      visit.caller,
    )
    if (answer.ok) return { is: 'elsewhere', to: `${wallet}?note=card` }
    return (
      endedSession(answer.http) ?? this.again(visit, fields, site, { ...answer, http: answer.http || 503 })
    )
  },
  again: async (_, __, ___, { http, message }) => ({
    is: 'page',
    http,
    view: 'message',
    locals: {
      heading: 'This did not work',
      says: message,
      link: { href: wallet, text: 'Back to your wallet' },
    },
  }),
}
