interface TicketKey {
  number: string
  state: string
}

/** The address of one ticket on the page of tickets. */
export const ticketPage = ({ number, state }: TicketKey): string =>
  `/management/tickets?state=${state}&number=${number}`
