// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import {
  DifferenceButtons,
  DifferenceDialog,
  type Doing,
} from '../../../islands/management/difference-acts.tsx'
import { allUsers } from '../../../shared/management/users.ts'
import {
  creditSetApart,
  type Difference,
  resolveDifference,
  returnSetApart,
} from '../../../shared/operations.ts'
import { verifyPin } from '../../../shared/security.ts'
import { network, pending, success, toasted } from '../support/api.ts'
import { freshPages } from '../support/page.ts'

freshPages()
const { answer } = network()

const apart = (over: Partial<Difference> = {}): Difference => ({
  id: '7',
  kind: 'set_apart',
  subject: 'MNFY-1',
  order_reference: null,
  ours: 2_000,
  theirs: null,
  note: 'Transfer MNFY-1 at monnify: it came to an account of nobody here.',
  owner: 'operations',
  since: '2026-11-21T10:00:00.000Z',
  age_hours: 2,
  resolved_at: null,
  resolution: null,
  may: ['credit', 'return', 'explain'],
  return_by: ['gateway', 'transfer'],
  ...over,
})
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const types = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
let done = 0
function Line({ difference }: { difference: Difference }) {
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => setDoing(null)
  const ends = () => {
    done += 1
    close()
  }
  return (
    <>
      <DifferenceButtons difference={difference} onChoose={setDoing} />
      {doing && <DifferenceDialog {...doing} onClose={close} onDone={ends} />}
    </>
  )
}
const shows = (difference = apart()) => {
  done = 0
  answer(verifyPin, () => success({}))
  render(<Line difference={difference} />)
}
async function entersPin() {
  await types('Your 6-digit PIN', '246810')
  await press('Verify Pin')
}
/** The button of the dialog, which has the name of the one that opened it. */
const submit = () => screen.getAllByRole('button').find((it) => it.getAttribute('type') === 'submit')!

test('a manager credits the user that the money was meant for, with reason and PIN', async () => {
  answer(allUsers, () =>
    success([{ uniqueid: 'ada', id: 'ada', name: 'Ada Okafor', email: 'ada@example.com', picture: null }]),
  )
  const sent = answer(creditSetApart, () => success({}, 'The wallet was credited.'))
  shows()
  await press('Credit')
  await types('Reason', 'She telephoned')
  expect(submit()).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: /Select a User/ }))
  await userEvent.click(await screen.findByRole('button', { name: /Ada Okafor/ }))
  await userEvent.click(submit())
  await entersPin()
  await toasted('The wallet was credited.')
  expect(sent).toMatchObject([
    {
      url: expect.stringContaining('/management/reconciliation/7/credit'),
      body: { auth_pin: '246810', reason: 'She telephoned', user_id: 'ada' },
    },
  ])
  expect(sent[0]?.headers.get('idempotency-key')).toBeTruthy()
  expect(done).toBe(1)
})

test('money goes back through the gateway, or by the transfer that was made; a large sum waits', async () => {
  const sent = answer(returnSetApart, (_, at) =>
    at === 0 ? success({}, 'The money is going back.') : pending('It waits for one.', {}),
  )
  shows()
  await press('Return')
  await types('Reason', 'Sent by mistake')
  await userEvent.click(submit())
  await entersPin()
  await toasted('The money is going back.')
  await press('Return')
  await types('Reason', 'Sent by mistake')
  await types('Reference of the bank transfer', 'NIP-1')
  await userEvent.click(submit())
  await entersPin()
  await toasted('It waits for one.')
  expect(sent.map(({ body }) => body)).toEqual([
    { auth_pin: '246810', reason: 'Sent by mistake' },
    { auth_pin: '246810', reason: 'Sent by mistake', bank_reference: 'NIP-1' },
  ])
})

test('what the gateway could not give back wants the reference of a transfer', async () => {
  shows(apart({ return_by: ['transfer'] }))
  await press('Return')
  await types('Reason', 'The bank refused it')
  expect(submit()).toBeDisabled()
  await types('Reference of the bank transfer', 'NIP-2')
  expect(submit()).toBeEnabled()
})

test('other differences are explained', async () => {
  const sent = answer(resolveDifference, () => success({}, 'The difference is explained.'))
  shows(apart({ kind: 'float', may: ['explain'], return_by: [] }))
  expect(screen.queryByRole('button', { name: 'Credit' })).toBeNull()
  await press('Explain')
  await types('Explanation', 'Their statement was late')
  await userEvent.click(submit())
  await entersPin()
  await toasted('The difference is explained.')
  expect(sent.map(({ body }) => body)).toEqual([{ auth_pin: '246810', reason: 'Their statement was late' }])
})
