import { useState } from 'react'
import { deletePaymentCard, type SavedCard } from '../../shared/cards.ts'
import { toast } from '../lib/index.ts'
import { forgetSavedCards } from '../purchase/own.ts'
import { askAccount } from './ask-account.ts'

/** One's saved cards, each of which its owner may delete, here and at the gateway. */
export function useCards(first: SavedCard[]) {
  const [cards, setCards] = useState(first)
  const [deleting, setDeleting] = useState<string | null>(null)

  async function remove({ uniqueid }: SavedCard): Promise<void> {
    if (deleting) return
    setDeleting(uniqueid)
    try {
      const envelope = await askAccount(deletePaymentCard, { params: { uniqueid } })
      if (envelope) {
        forgetSavedCards()
        setCards((were) => were.filter((card) => card.uniqueid !== uniqueid))
        toast.success(envelope.message || 'Your card is deleted.')
      }
    } catch {
      // Told in a toast; the card stays where it is.
    }
    setDeleting(null)
  }

  return { cards, deleting, remove }
}
