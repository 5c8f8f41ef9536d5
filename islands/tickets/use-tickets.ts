import { useState } from 'react'
import { allTickets, type Ticket } from '../../shared/tickets.ts'
import { accountRequest } from '../account/account-request.ts'

/** The user's tickets from the page data; reloaded after a new ticket. */
export function useTickets(first: Ticket[] | null) {
  const [tickets, setTickets] = useState(first)

  async function reload(): Promise<void> {
    try {
      const list = (await accountRequest(allTickets))?.data
      if (list) setTickets(list)
    } catch {
      // A toast shows the error; the list stays.
    }
  }

  return { tickets, reload }
}
