import { useState } from 'react'
import { allTickets, type Ticket } from '../../shared/tickets.ts'
import { askAccount } from '../account/ask-account.ts'

/** One's reports as the page brought them, asked for again when one more was written. */
export function useTickets(first: Ticket[] | null) {
  const [tickets, setTickets] = useState(first)

  async function reload(): Promise<void> {
    try {
      const list = (await askAccount(allTickets))?.data
      if (list) setTickets(list)
    } catch {
      // Told in a toast; what was known stays.
    }
  }

  return { tickets, reload }
}
