import { afterAll, beforeAll, expect, test } from 'vitest'
import { route } from '../../server/http/index.ts'
import { initiatePayment } from '../../shared/payments.ts'
import { getMeterInfo, powerReceipt } from '../../shared/power.ts'
import { apiHouse, type House } from './house.ts'

let house: House
let document: Record<string, never> & { paths: Record<string, Record<string, Operation>> }
interface Operation {
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: { properties: object; required: string[] } }> }
  responses: Record<string, { description: string; content: Record<string, unknown> }>
}

beforeAll(async () => {
  const never = async () => {
    throw new Error('not asked here')
  }
  house = await apiHouse(() => ({
    routes: [route(getMeterInfo, never), route(initiatePayment, never), route(powerReceipt, never)],
  }))
  document = (await house.ask('/openapi.json')).body as typeof document
})
afterAll(() => house.close())

test('the document is made of the contracts that the routes check with', () => {
  expect(document.openapi).toBe('3.1.0')
  const lookup = document.paths['/services/electricity/get-meter-info']?.post
  const body = lookup?.requestBody?.content['application/json']?.schema
  expect(body?.required).toEqual(['meter_number', 'meter_type', 'phone_number', 'amount', 'meter_disco'])
  expect(lookup?.responses['422']?.description).toContain('We could not find that meter.')
  expect(lookup?.responses['200']?.content['application/json']).toMatchObject({
    schema: {
      properties: { status: {}, message: {}, data: { properties: { order_reference: { type: 'string' } } } },
    },
  })
})

test('a call that moves money shows its key', () => {
  const names = document.paths['/payments/initiate']?.post?.parameters.map(({ name }) => name)
  expect(names).toEqual(['Idempotency-Key'])
})

test('a document answer shows its own type and its path parameter', () => {
  const receipt = document.paths['/services/transaction/power/{reference}']?.get
  expect(Object.keys(receipt?.responses['200']?.content ?? {})).toEqual(['application/pdf'])
  expect(receipt?.parameters).toMatchObject([{ name: 'reference', in: 'path', required: true }])
})
