import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsTestApp, startAccountsApp } from '../accounts/setup.ts'
import { startTestWeb } from './support.ts'

/** Headers with which a client claims that the product has another address. */
const spoofed = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'ftp',
  'x-forwarded-port': '6666',
  'x-original-url': '//evil.example/',
  'x-rewrite-url': '//evil.example/',
  forwarded: 'host=evil.example;proto=ftp',
}

/** Sends the headers, of which `fetch` replaces the host. */
function send(url: string, options: { method?: string; body?: string } = {}): Promise<string> {
  const { method = 'GET', body } = options
  return new Promise((resolve, reject) => {
    const headers = { ...spoofed, ...(body && { 'content-type': 'application/json' }) }
    const outgoing = request(url, { method, headers }, async (response) => {
      const answer = await text(response)
      resolve(JSON.stringify(response.headers) + answer)
    })
    outgoing.on('error', reject).end(body)
  })
}

let accounts: AccountsTestApp
beforeAll(async () => {
  accounts = await startAccountsApp()
})
afterAll(() => accounts.close())

test('the link in a mail for a new password has our own address, whatever the host of the request is', async () => {
  const ada = await accounts.createSignedInUser()
  const answer = await send(`${accounts.origin}/api/v1/auth/forgot-password`, {
    method: 'POST',
    body: JSON.stringify({ email: ada.email }),
  })
  expect(answer).not.toContain('evil')
  await accounts.waitForBackgroundTasks()
  const mails = JSON.stringify(await accounts.mailsTo(ada.email))
  expect(mails).toContain('https://sanwo.test/')
  expect(mails).not.toMatch(/evil|6666|ftp:/)
})

test('no page, header or redirect contains the host of the request, and no page is stored for others', async () => {
  await using web = await startTestWeb()
  for (const path of [
    '/',
    '/help',
    '/login',
    '/electricity',
    '/no/such/page',
    '/sitemap.xml',
    '/robots.txt',
  ]) {
    const answer = await send(web.url + path)
    expect(answer, path).not.toMatch(/evil|6666|ftp:/)
  }
  // A later visitor gets the page of our own address.
  expect(await (await fetch(web.url)).text()).not.toContain('evil')
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\r\n/evil.example',
  'https://evil.example',
])('the language form does not lead to another site: %j', async (to) => {
  await using web = await startTestWeb()
  const response = await fetch(`${web.url}/language`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ language: 'ha', to }),
  })
  expect(response.status).toBe(303)
  const target = new URL(response.headers.get('location') ?? '', web.url)
  expect(target.origin).toBe(web.url)
})
