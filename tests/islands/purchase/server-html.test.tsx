// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveFormValues, saveOrderDetails } from '../../../islands/lib/index.ts'
import { captureEarlyInput, stopCapture } from '../../../islands/lib/pre-hydration-input.ts'
import { type IslandName, type IslandProps, loadIsland } from '../../../islands/registry.ts'
import { render } from '../../../islands/server.tsx'
import { ErrorBoundary } from '../../../islands/ui/index.ts'
import { getOrderState } from '../../../shared/orders.ts'
import { processPower } from '../../../shared/power.ts'
import { mockApi, pending, success } from '../support/api.ts'
import { recordNavigations } from '../support/navigation.ts'
import {
  chooserPage,
  detailsPageProps,
  formPage,
  meterInfo,
  notifyMePage,
  orderStatus,
  powerOrder,
  processPage,
  refundAccountPage,
  reportPage,
  successPageProps,
} from '../support/orders.ts'
import { resetPageForEachTest } from '../support/page.ts'
import * as services from '../support/services.ts'

resetPageForEachTest()
const { respond } = mockApi()
recordNavigations()
beforeEach(() => void vi.stubGlobal('print', () => {}))

let root: Root | undefined
afterEach(() => act(() => root?.unmount()))

/** The page as the shell sends it, before hydration. */
function serve<Name extends IslandName>(name: Name, props: IslandProps[Name]): HTMLElement {
  const container = document.createElement('div')
  container.innerHTML = render(name, props)
  document.body.append(container)
  return container
}

async function hydrate<Name extends IslandName>(
  container: HTMLElement,
  name: Name,
  props: IslandProps[Name],
) {
  const Island = (await loadIsland(name))?.default as ComponentType<object>
  await act(async () => {
    root = hydrateRoot(
      container,
      <ErrorBoundary onHydrated={stopCapture}>
        <Island {...props} />
      </ErrorBoundary>,
    )
  })
}

const pages = {
  chooser: chooserPage(),
  'power-form': formPage({ simulated: true }),
  'power-details': detailsPageProps(),
  'power-success': successPageProps(),
  'print-receipt': successPageProps(),
  'cabletv-form': services.cabletvForm({ simulated: true }),
  'cabletv-details': services.serviceDetailsPageProps(services.cabletvInfo()),
  'cabletv-success': services.serviceSuccessPageProps(services.cabletvOrder()),
  'airtime-form': services.airtimeForm(),
  'airtime-details': services.serviceDetailsPageProps(services.airtimeInfo()),
  'airtime-success': services.serviceSuccessPageProps(services.airtimeOrder()),
  'data-form': services.dataForm(),
  'data-details': services.serviceDetailsPageProps(services.dataInfo()),
  'data-success': services.serviceSuccessPageProps(services.dataOrder()),
  'education-form': services.educationForm(),
  'education-details': services.serviceDetailsPageProps(services.educationInfo()),
  'education-success': services.serviceSuccessPageProps(services.educationOrder()),
  'power-process': processPage(),
  report: reportPage(),
  'refund-account': refundAccountPage(),
  'notify-me': notifyMePage(),
} satisfies { [Name in IslandName]?: IslandProps[Name] }

test.each(Object.keys(pages) as (keyof typeof pages)[])(
  '%s hydrates its server HTML without a mismatch',
  async (name) => {
    respond(processPower, () => pending('Working on it'))
    respond(getOrderState, () => success(orderStatus()))
    saveFormValues('power', { amount: '700' })
    saveOrderDetails('power', meterInfo({ customer_name: 'OLD' }))
    const container = serve(name, pages[name])
    expect(container.querySelectorAll('[style]')).toHaveLength(0)
    await hydrate(container, name, pages[name])
  },
)

test('before hydration the form posts natively: named fields, required, Continue enabled', () => {
  serve('power-form', formPage({ csrf: 'token-1' }))
  const form = document.querySelector<HTMLFormElement>('form[name=power]')
  expect(form).toHaveAttribute('action', '/electricity/subscription')
  expect(form).toHaveAttribute('method', 'post')
  expect(form?.noValidate).toBe(false)
  const data = new FormData(form ?? undefined)
  expect([...data.keys()]).toEqual(['_csrf', 'phone_number', 'meter_number', 'meter_disco', 'amount'])
  expect(data.get('_csrf')).toBe('token-1')
  for (const name of ['meter_type', 'phone_number', 'meter_number', 'meter_disco', 'amount']) {
    expect(form?.querySelector(`[name=${name}]`)).toBeRequired()
  }
  expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled()
  expect(document.querySelector('form[name=history]')).toHaveAttribute('action', '/electricity/history')
})

test('input typed before hydration is kept', async () => {
  const container = serve('power-form', formPage())
  captureEarlyInput(container)
  await userEvent.type(screen.getByLabelText('Meter number'), '45012345678')
  await userEvent.click(screen.getByRole('radio', { name: 'Postpaid' }))
  await userEvent.selectOptions(screen.getByLabelText('Company or city'), 'ikeja-electric')
  saveFormValues('power', { meter_number: '99999999999', amount: '700' })
  await hydrate(container, 'power-form', formPage())

  expect(screen.getByLabelText('Meter number')).toHaveValue('45012345678')
  expect(screen.getByRole('radio', { name: 'Postpaid' })).toBeChecked()
  expect(document.querySelector('[name=meter_disco]')).toHaveValue('ikeja-electric')
  expect(screen.getByLabelText('Amount (NGN)')).toHaveValue('700')
})

test('the success page’s HTML contains the token', () => {
  const container = serve('power-success', successPageProps({ order: powerOrder() }))
  expect(container).toHaveTextContent('1234 5678 9012 3456 7890')
})
