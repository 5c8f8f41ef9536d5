import { expect, test } from 'vitest'
import { account, post } from '../../server/ledger/index.ts'
import type { Movement } from '../../shared/wallet.ts'
import { type Person, personOf } from '../support/account.ts'
import { openShop, type Shop } from '../support/shop.ts'

interface Part {
  list: Movement[]
  next: string | null
}
const seen = (person: Person, query: Record<string, string> = {}) =>
  person.get<Part>(`/account/wallet/movements/all?${new URLSearchParams(query)}`)

let entries = 0
const moves = (shop: Shop, person: Person, kobo: bigint, reason: string) =>
  shop.db.inTransaction((tx) =>
    post(tx, {
      event: `manager:test-${++entries}`,
      orderId: null,
      reason,
      lines: [
        [account.adjustment, kobo],
        [account.wallet(person.id), -kobo],
      ],
    }),
  )

test('movements are narrowed by kind and by days, and come in parts, each once', async () => {
  const shop = await openShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const bola = await personOf(shop, { walletKobo: 5_000_000n })
  await ada.buys('power')
  await ada.buys('power', { meter_number: '11000000003' })
  await bola.buys('airtime')
  const kinds = async (query: Record<string, string>) =>
    (await seen(ada, query)).data.list.map((it) => it.kind)
  expect(await kinds({})).toEqual(['returned', 'payment', 'cashback', 'payment', 'other'])
  expect(await kinds({ kind: 'returned' })).toEqual(['returned'])
  expect(await kinds({ from: '2000-01-01', to: '2000-12-31' })).toEqual([])
  expect(await kinds({ from: '2000-01-01' })).toHaveLength(5)

  for (let at = 0; at < 60; at++) await moves(shop, ada, 100n, `correction ${at}`)
  const found: string[] = []
  let cursor: string | null = null
  do {
    const part: Part = (await seen(ada, cursor ? { cursor } : {})).data
    found.push(...part.list.map((it) => it.id))
    cursor = part.next
  } while (cursor)
  expect(new Set(found).size).toBe(65)
  expect(found).toHaveLength(65)
})

test('what a filter cannot be is refused, and never breaks anything', async () => {
  const shop = await openShop()
  const ada = await personOf(shop)
  const wrong: Record<string, string>[] = [
    { cursor: '99999999999999999999' },
    { cursor: '1; drop table users' },
    { kind: 'stolen' },
    { from: '2026-13-01' },
    { to: 'infinity' },
    { format: 'xlsx' },
  ]
  for (const query of wrong)
    expect(await seen(ada, query), JSON.stringify(query)).toMatchObject({ http: 422 })
  expect((await seen(ada, { cursor: '999999999999999999' })).http).toBe(200)
})

test('the file has every movement, and no cell of it is a formula', async () => {
  const shop = await openShop()
  const ada = await personOf(shop)
  const hostile = ['=HYPERLINK("http://evil","x")', '+1+1', '-2+3', '@SUM(A1)', '\t=1', 'say "hi", please']
  for (const reason of hostile) await moves(shop, ada, 12_345n, reason)
  const { headers, bytes } = await ada.fetchFile('/account/wallet/movements/all?format=csv')
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename=wallet.csv')
  const text = bytes.toString('utf8')
  expect(text.startsWith('\uFEFF"Date","Kind","Description","Reference","Amount (NGN)"\r\n')).toBe(true)
  const cells = text
    .split('\r\n')
    .flatMap((line) => line.split('","').map((it) => it.replace(/^\uFEFF?"|"$/g, '')))
  for (const cell of cells) expect(cell).not.toMatch(/^[=+@\t]|^-(?!\d+\.\d\d$)/)
  expect(text).toContain(`"'=HYPERLINK(""http://evil"",""x"")"`)
  expect(text).toContain('"say ""hi"", please"')
  expect(text.match(/"123\.45"/g)).toHaveLength(hostile.length)
})

test('money that left stands as a plain negative amount', async () => {
  const shop = await openShop()
  const ada = await personOf(shop, { walletKobo: 500_000n })
  await ada.buys('airtime')
  const { bytes } = await ada.fetchFile('/account/wallet/movements/all?format=csv&kind=payment')
  expect(bytes.toString()).toContain('"-500.00"')
})
