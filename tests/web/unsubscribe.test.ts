import { afterAll, beforeAll, expect, test } from 'vitest'
import { getEmailSubscription, updateEmailSubscription } from '../../shared/email-subscription.ts'
import { unsubscribePageUrl } from '../../shared/pages.ts'
import { startTestWeb, type TestWebServer } from './support.ts'

let web: TestWebServer
beforeAll(async () => {
  web = await startTestWeb()
  web.backend.responses[`POST ${getEmailSubscription.path}`] = { data: { subscribed: true } }
  web.backend.responses[`POST ${updateEmailSubscription.path}`] = { data: { subscribed: false } }
})
afterAll(() => web[Symbol.asyncDispose]())

const path = unsubscribePageUrl('v1.key.iv.text')
const changeRequests = () =>
  web.backend.requests.filter(({ path: called }) => called.endsWith(updateEmailSubscription.path))

test('a mail program unsubscribes by one POST from another site, without session, cookie or CSRF token', async () => {
  const response = await fetch(web.url + path, {
    method: 'POST',
    headers: {
      origin: 'https://mail.example',
      'sec-fetch-site': 'cross-site',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'manual',
  })
  expect(response.status).toBe(200)
  expect(changeRequests().at(-1)?.body).toEqual({ token: 'v1.key.iv.text', subscribed: false })
  expect(await response.text()).toContain('You are unsubscribed')
  const form = new FormData()
  form.append('List-Unsubscribe', 'One-Click')
  expect((await fetch(web.url + path, { method: 'POST', body: form })).status).toBe(200)
  expect(changeRequests()).toHaveLength(2)
})

test('opening the link changes nothing and shows one button; the next page can subscribe again', async () => {
  const before = changeRequests().length
  const html = await (await fetch(web.url + path)).text()
  expect(changeRequests()).toHaveLength(before)
  expect(html).toContain(`<form class="form" method="post" action="${path}">`)
  expect(html.match(/<main[\s\S]*<\/main>/)?.[0].match(/<button/g)).toHaveLength(1)
  await fetch(web.url + path, { method: 'POST', body: new URLSearchParams({ choice: 'subscribe' }) })
  expect(changeRequests().at(-1)?.body).toEqual({ token: 'v1.key.iv.text', subscribed: true })
})

test('an invalid link shows an error', async () => {
  web.backend.responses[`POST ${getEmailSubscription.path}`] = { httpStatus: 404, code: 'NOT_FOUND' } as never
  const response = await fetch(web.url + path)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('This link does not work')
})
