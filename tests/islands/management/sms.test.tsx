// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import SendSms from '../../../islands/management/sms.tsx'
import { allMessages, allTemplates } from '../../../shared/management/messages.ts'
import { serviceDetails } from '../../../shared/management/records.ts'
import { network, refusal, success, toasted } from '../support/api.ts'
import { freshPages } from '../support/page.ts'

freshPages()
const { answer } = network()
beforeEach(() => {
  answer(allTemplates, () => success([]))
  answer(allMessages, () => success([]))
})

const order = (token: string) => success({ token, units: '10', meter_number: '11000000001', amount: 2_000 })
const reference = () => screen.getByLabelText('Reference')
const message = () => screen.getByLabelText('Message')
async function show() {
  render(<SendSms note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)
  await userEvent.selectOptions(screen.getByLabelText('Service'), 'power')
}
const types = async (text: string) => {
  await userEvent.clear(reference())
  await userEvent.type(reference(), text)
}
const says = (token: string) =>
  waitFor(() => expect(message()).toHaveDisplayValue(new RegExp(`Token: ${token}`)), { timeout: 3_000 })

test('a late answer about one order never writes its token into the message about another', async () => {
  const ada = Promise.withResolvers<void>()
  const asked = answer(serviceDetails, async ({ url }) => {
    if (url.endsWith('ADAS')) await ada.promise
    return order(url.endsWith('ADAS') ? '1111' : '2222')
  })
  await show()
  await types('ADAS')
  await waitFor(() => expect(asked).toHaveLength(1))
  await types('BOLA')
  await says('2222')
  ada.resolve()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(message()).toHaveDisplayValue(/Token: 2222/)
})

test('an order’s token leaves the message as soon as another is meant, found or not', async () => {
  answer(serviceDetails, ({ url }) =>
    url.endsWith('ADAS') ? order('1111') : refusal(404, 'No such transaction.'),
  )
  await show()
  await types('ADAS')
  await says('1111')
  await types('BOLA')
  expect(message()).toHaveDisplayValue('')
  await toasted('Not Found: No such transaction.')
  expect(message()).toHaveDisplayValue('')
})

test('what was written by hand is not overwritten by an order', async () => {
  const asked = answer(serviceDetails, () => order('1111'))
  await show()
  await userEvent.type(message(), 'Sorry!')
  await types('ADAS')
  await waitFor(() => expect(asked).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(message()).toHaveDisplayValue('Sorry!')
})
