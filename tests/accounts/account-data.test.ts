import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountDataSection } from '../../shared/account-data.ts'
import { type AccountsTestApp, correctPassword, startAccountsApp } from './setup.ts'

let app: AccountsTestApp
beforeAll(async () => {
  app = await startAccountsApp()
})
afterAll(() => app.close())

const path = '/account/user/data/export'
type Export = { exported_at: string; sections: AccountDataSection[] }

test('a user downloads the data stored about them, and no secret', async () => {
  const ada = await app.createSignedInUser()
  const { httpStatus, data } = await ada.browser.post<Export>(path, { password: correctPassword })
  expect(httpStatus).toBe(200)
  const rowsOf = (name: string) => data.sections.find((section) => section.name === name)?.rows
  expect(rowsOf('Profile')).toEqual([expect.objectContaining({ email: ada.email, is_company: 'false' })])
  expect(rowsOf('Sessions')).toHaveLength(1)
  expect(rowsOf('Orders')).toEqual([])
  expect(JSON.stringify(data)).not.toMatch(/hash|argon2/)
  expect(JSON.stringify(data)).not.toContain(ada.browser.sessionToken)
})

test('the data of other users is not in it', async () => {
  const [ada, bola] = [await app.createSignedInUser(), await app.createSignedInUser()]
  const { data } = await ada.browser.post<Export>(path, { password: correctPassword })
  expect(JSON.stringify(data)).not.toContain(bola.email)
})

test('a wrong password exports nothing', async () => {
  const ada = await app.createSignedInUser()
  const response = await ada.browser.post(path, { password: 'Wrong-Horse-1' })
  expect(response).toMatchObject({ httpStatus: 422, errors: { password: [expect.any(String)] } })
  expect(response.data).toBeUndefined()
})
