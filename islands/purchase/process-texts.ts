import { defineTexts } from '../../shared/i18n.ts'

/** Processing of a paid order. Source of the quoted texts: specification 1, section 2. */
export const processTexts = defineTexts('purchase-process', {
  payAgain: 'Try payment again',
  reference: 'Reference {reference}',
  offline: 'No internet connection. We continue as soon as it is back.',
  slow: 'This takes longer than usual. {deliverable} also comes by SMS, and by e-mail if you gave one. You may close this page. You do not need to pay again.',
  loadingOrder: 'Loading your order…',
  staleTitle: 'We cannot load the current state of your order',
  staleSince: 'This is the state of your order at <time></time>. It may have changed since then.',
  staleHelp:
    'Your order and your money do not depend on this page. We keep trying. Do not pay again before this page shows the state of your order. You may also close this page and open it again later.',
  waiting: 'Processing your subscription, please wait...',
  sendingOrder: 'Sending your order to {biller}…',
  deliverableConfirmation: 'The confirmation',
})
