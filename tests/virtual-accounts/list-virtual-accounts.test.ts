import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createAccountHolder } from './setup.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app.close())

test('the list of virtual accounts contains only those of the user, also after the meter was deleted', async () => {
  const [ada, bola] = [await createAccountHolder(app), await createAccountHolder(app)]
  const { uniqueid, account } = await ada.reserveAccountForNewMeter()
  await bola.reserveAccountForNewMeter()
  const list = async () => (await ada.fetchJson('/account/user/virtual-accounts/all')).data
  expect(await list()).toMatchObject([{ ...account, type: 'power', name: null }])
  const updatePath = `/account/beneficiaries/meter-numbers/${uniqueid}/update`
  await ada.postJson(updatePath, { additional_notes: 'Mum' })
  expect(await list()).toMatchObject([{ account_number: account.account_number, name: 'Mum' }])
  const deleteResponse = await fetch(
    `${app.origin}/api/v1/account/beneficiaries/meter-numbers/${uniqueid}/delete`,
    {
      method: 'DELETE',
      headers: ada.headers,
    },
  )
  expect(deleteResponse.status).toBe(200)
  expect(await list()).toMatchObject([{ account_number: account.account_number, name: null }])
})
