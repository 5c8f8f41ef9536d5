import { help } from '../../../shared/pages.ts'
import type { Shown } from '../page.ts'

/** Unknown orders and those of others look the same. */
export const noRecord: Shown = {
  is: 'page',
  http: 404,
  view: 'message',
  locals: {
    heading: 'No record found',
    says: 'We could not find this order in this browser. Open the link of your order again, from the SMS or the mail.',
    link: { href: help, text: 'Help' },
  },
}
