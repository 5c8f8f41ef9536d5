import { useState } from 'react'
import { deletePaymentCard, type SavedCard } from '../../shared/cards.ts'
import { toast } from '../lib/index.ts'
import { clearSavedCards } from '../purchase/wallet-and-cards.ts'
import { accountRequest } from './account-request.ts'

/** The user's saved cards. Deleting a card also deletes it at the gateway. */
export function useCards(first: SavedCard[]) {
  const [cards, setCards] = useState(first)
  const [deleting, setDeleting] = useState<string | null>(null)

  async function remove({ uniqueid }: SavedCard): Promise<void> {
    if (deleting) return
    setDeleting(uniqueid)
    try {
      const envelope = await accountRequest(deletePaymentCard, { params: { uniqueid } })
      if (envelope) {
        clearSavedCards()
        setCards((previous) => previous.filter((card) => card.uniqueid !== uniqueid))
        toast.success(envelope.message || 'Your card is deleted.')
      }
    } catch {
      // A toast shows the error; the card stays in the list.
    }
    setDeleting(null)
  }

  return { cards, deleting, remove }
}
