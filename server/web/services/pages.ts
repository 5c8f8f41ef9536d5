import { slugOf } from '../../../shared/constants.ts'
import { formPage } from '../../../shared/pages.ts'
import type { Form, Page } from '../page.ts'
import { airtime } from './airtime.ts'
import { cabletv } from './cabletv.ts'
import { data } from './data.ts'
import { loadDetails } from './details.ts'
import { education } from './education.ts'
import { loadForm, serviceForm } from './form.ts'
import { loadPay, payForm, payPath } from './pay.ts'
import { power } from './power.ts'
import { loadProcess } from './process.ts'
import type { Sold } from './sold.ts'
import { loadSuccess } from './success.ts'

/** Everything that is sold here. */
const allSold: readonly Sold[] = [power, cabletv, airtime, data, education]

/** A page as the table of pages takes it; what is left out is as usual. */
export type PageRow = Partial<Page> & Pick<Page, 'path' | 'title' | 'description'>

/** The pages of every service, from form to receipt. */
export const servicePages: readonly PageRow[] = allSold.flatMap(rowsOf)

/** The forms of every service that post without script. */
export const serviceForms: readonly Form[] = allSold.flatMap((sold) => [
  serviceForm(sold),
  payForm(sold),
  ...(sold.moreForms ?? []),
])

function rowsOf(sold: Sold): PageRow[] {
  const { service, titles, noun } = sold
  const under = `/${slugOf[service]}`
  return [
    {
      path: formPage(service),
      ...titles.form,
      island: `${service}-form`,
      load: loadForm(sold),
    },
    {
      path: `${under}/customer-details`,
      ...titles.details,
      island: `${service}-details`,
      personal: true,
      load: loadDetails(sold),
    },
    {
      path: payPath(sold),
      title: 'Choose how to pay',
      description: `Choose how to pay for ${noun}.`,
      view: 'pay',
      personal: true,
      load: loadPay(sold),
    },
    {
      path: `${under}/transactions/process`,
      title: 'Your order',
      description: 'How your order is going.',
      island: 'process',
      personal: true,
      load: loadProcess(sold),
    },
    {
      path: `${under}/transactions/successful`,
      ...titles.success,
      island: `${service}-success`,
      personal: true,
      load: loadSuccess(sold),
    },
  ]
}
