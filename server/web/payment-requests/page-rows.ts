import * as sharedPages from '../../../shared/pages.ts'
import type { PageRow } from '../page-row.ts'
import { loadRequest } from './payer.ts'
import { loadPayerOrder } from './payer-order.ts'
import { loadNewRequest, loadRequests } from './requester.ts'
import { requestPageTexts } from './texts.ts'

/** The pages of payment requests: for the payer, and for the requester. */
export const paymentRequestPages: readonly PageRow[] = [
  {
    path: sharedPages.paymentRequestPageUrl(':code'),
    title: requestPageTexts.title,
    description: requestPageTexts.description,
    view: 'payment-request',
    isPersonal: true,
    load: loadRequest,
  },
  {
    path: sharedPages.payerOrderPath,
    title: requestPageTexts.title,
    description: requestPageTexts.description,
    view: 'payment-request',
    isPersonal: true,
    load: loadPayerOrder,
  },
  {
    path: sharedPages.paymentRequestsPath,
    title: requestPageTexts.listTitle,
    description: requestPageTexts.listDescription,
    view: 'payment-request',
    audience: 'user',
    isPersonal: true,
    load: loadRequests,
  },
  {
    path: sharedPages.newPaymentRequestPath,
    title: requestPageTexts.newTitle,
    description: requestPageTexts.newDescription,
    view: 'payment-request',
    audience: 'user',
    isPersonal: true,
    load: loadNewRequest,
  },
]
