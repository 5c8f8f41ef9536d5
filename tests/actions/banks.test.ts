import { expect, test } from 'vitest'
import { bankLists } from '../../server/actions/bank-list.ts'
import { createLog } from '../../server/http/index.ts'
import type { Banking, Gateway } from '../../server/payments/gateway.ts'
import { gatewaysOf } from '../../server/providers.ts'
import type { Bank } from '../../shared/banks.ts'
import type { GatewayName } from '../../shared/payments.ts'
import { openShop } from '../support/shop.ts'

type Banks = Partial<Record<GatewayName, Banking['banks']>>

/** A shop whose gateways' lists go through these, where given. */
const shopWith = (change: (real: Banking['banks'], name: GatewayName) => Banks[GatewayName]) =>
  openShop({
    counterparties: (config) => {
      const gateways = Object.values(gatewaysOf(config)).map((gateway): [string, Gateway] => {
        const { banking, name } = gateway
        if (!banking) return [name, gateway]
        const banks = change(banking.banks, name) ?? banking.banks
        return [name, { ...gateway, banking: { ...banking, banks } }]
      })
      return { gateways: Object.fromEntries(gateways) }
    },
  })

const ask = (shop: Awaited<ReturnType<typeof openShop>>, query = '') =>
  shop.guest().ask<Bank[]>(`/actions/get-all-banks${query}`)
const opay = (banks: readonly Bank[]) => banks.find(({ name }) => name === 'OPay')?.code

test('banks are listed by name and code, in the order of their names, and may be kept by anybody', async () => {
  const shop = await openShop()
  const { http, data } = await ask(shop)
  expect(http).toBe(200)
  expect(data.length).toBeGreaterThan(20)
  expect(data).toContainEqual({ name: 'Zenith Bank', code: '057' })
  expect(data.every((bank) => Object.keys(bank).sort().join() === 'code,name')).toBe(true)
  expect(data.map(({ name }) => name)).toEqual(
    data.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other, 'en')),
  )
  const answer = await fetch(`${shop.origin}/api/v1/actions/get-all-banks`)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
})

test('codes are those of the gateway that is named, and each has its own', async () => {
  const shop = await openShop()
  expect(opay((await ask(shop, '?gateway=paystack')).data)).toBe('999992')
  expect(opay((await ask(shop, '?gateway=flutterwave')).data)).toBe('305')
  expect((await ask(shop, '?gateway=nobody')).http).toBe(422)
})

test('the gateway that checks identities is asked first, once a day, however many people ask at once', async () => {
  const asked: GatewayName[] = []
  const shop = await shopWith((real, name) => async () => {
    asked.push(name)
    return real()
  })
  await Promise.all([1, 2, 3].map(() => ask(shop)))
  await ask(shop)
  expect(asked).toEqual(['monnify'])
})

test('another gateway answers for one that cannot, but never for one that was named', async () => {
  const asked: GatewayName[] = []
  const shop = await shopWith((real, name) => async () => {
    asked.push(name)
    return name === 'monnify' ? null : real()
  })
  expect(opay((await ask(shop)).data)).toBe('999992')
  await ask(shop)
  const named = await ask(shop, '?gateway=monnify')
  expect(named).toMatchObject({ http: 503, message: expect.stringContaining('try again') })
  expect(asked).toEqual(['monnify', 'paystack'])
})

test('while nobody can tell, the call says when to come back', async () => {
  const shop = await shopWith(() => async () => null)
  const answer = await fetch(`${shop.origin}/api/v1/actions/get-all-banks`)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('a gateway that cannot tell is left alone for a minute, and its old list serves meanwhile', async () => {
  let ms = 0
  let asked = 0
  let tells = false
  const banks = async () => {
    asked += 1
    return tells ? [{ name: 'Zenith Bank', code: '057' }] : null
  }
  const list = bankLists({ log: createLog({ level: 'silent' }), sources: { paystack: { banks } } }, () => ms)
  const at = async (time: number) => {
    ms = time
    return [await list('paystack'), asked]
  }
  const zenith = [{ name: 'Zenith Bank', code: '057' }]
  const minute = 60_000
  const day = 24 * 60 * minute
  expect(await at(0)).toEqual([null, 1])
  expect(await at(minute - 1)).toEqual([null, 1])
  tells = true
  expect(await at(minute)).toEqual([zenith, 2])
  expect(await at(minute + day - 1)).toEqual([zenith, 2])
  tells = false
  expect(await at(minute + day)).toEqual([zenith, 3])
  expect(await list('monnify')).toBeNull()
})
