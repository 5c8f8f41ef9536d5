interface TicketKey {
  number: string
  state: string
}

/** URL of one ticket on the page of tickets. */
export const ticketPageUrl = ({ number, state }: TicketKey): string =>
  `/management/tickets?state=${state}&number=${number}`
