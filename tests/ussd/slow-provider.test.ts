import { expect, test } from 'vitest'
import { vendorsOf } from '../../server/providers.ts'
import { eventually, startTestApp } from '../support/test-app.ts'
import { createLinkedPhone } from './support.ts'

/** The gateway gives an application this long. */
const gatewayTimeoutMs = 10_000

test('a slow lookup ends the session in time, and the next session continues with its result', async () => {
  let lookups = 0
  const response = Promise.withResolvers<void>()
  const app = await startTestApp({
    providerOverrides: (config) => {
      const vendors = vendorsOf(config)
      const { vtpass } = vendors
      if (!vtpass) throw new Error('VTpass is not configured')
      const lookUp: typeof vtpass.lookUp = async (product) => {
        lookups += 1
        if (lookups === 1) await response.promise
        return vtpass.lookUp(product)
      }
      return { vendors: { ...vendors, vtpass: { ...vtpass, lookUp } } }
    },
  })
  const { handset } = await createLinkedPhone(app, { walletKobo: 500_000n })
  await handset.dial()
  await handset.sendAll('1', '11000000099', '1', '1')
  const startedAt = performance.now()
  expect(await handset.send('2000')).toBe(
    'END This takes longer than usual. Nothing was lost. Dial *347*80# again in a minute and continue.',
  )
  expect(performance.now() - startedAt).toBeLessThan(gatewayTimeoutMs)
  response.resolve()
  const orders = () => app.db.q.selectFrom('orders').selectAll().where('phone', '=', handset.phone).execute()
  await eventually(async () => (await orders()).length === 1, 20_000)
  expect(await handset.dial()).toContain('1. Continue')
  expect(await handset.send('1')).toContain('Electricity 11000000099\nPay N2,100')
  expect(lookups).toBe(1)
  expect(await orders()).toHaveLength(1)
})
