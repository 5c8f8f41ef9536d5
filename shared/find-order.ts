/**
 * Shown when an order does not exist or this browser has no access to it. Deliberately does not mention
 * payment.
 */
export const orderNotFoundText =
  "We couldn't find this order on this device. Open the link in your SMS or e-mail, or enter the details of the order here."

/** Fields with which a customer proves that an order is theirs, with their labels. */
export const findOrderFields = [
  { name: 'reference', label: 'Order reference', hint: '12 letters and digits, on your receipt or SMS.' },
  { name: 'phone', label: 'Phone number of the order', hint: 'The number that gets the SMS about it.' },
  {
    name: 'last_four',
    label: 'Last four digits of the number you paid for',
    hint: 'Of the meter, smartcard, phone or profile ID.',
  },
] as const
