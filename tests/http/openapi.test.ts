import { afterAll, beforeAll, expect, test } from 'vitest'
import { route } from '../../server/http/index.ts'
import { initiatePayment } from '../../shared/payments.ts'
import { getPowerReceipt, quotePower } from '../../shared/power.ts'
import { startTestApi, type TestApi } from './setup.ts'

let server: TestApi
let document: {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { required: string[] }> }
}
interface Operation {
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: { properties: object; required: string[] } }> }
  responses: Record<string, { description: string; content: Record<string, unknown> }>
}

beforeAll(async () => {
  const notCalled = async () => {
    throw new Error('not called in this test')
  }
  server = await startTestApi(() => ({
    routes: [
      route(quotePower, notCalled),
      route(initiatePayment, notCalled),
      route(getPowerReceipt, notCalled),
    ],
  }))
  document = (await server.request('/openapi.json')).body as unknown as typeof document
})
afterAll(() => server.close())

test('the document is generated from the contracts that validate requests', () => {
  expect(document.openapi).toBe('3.1.0')
  const lookup = document.paths['/services/electricity/get-meter-info']?.post
  const body = { $ref: '#/components/schemas/PowerForm' }
  expect(lookup?.requestBody?.content['application/json']).toMatchObject({ schema: body })
  expect(document.components.schemas.PowerForm?.required).toEqual([
    'meter_number',
    'meter_type',
    'phone_number',
    'amount',
    'meter_disco',
  ])
  expect(lookup?.responses['422']?.description).toContain('We could not find that meter.')
  expect(lookup?.responses['200']?.content['application/json']).toMatchObject({
    schema: {
      properties: { status: {}, message: {}, data: { $ref: '#/components/schemas/MeterInfo' } },
    },
  })
})

test('an endpoint that moves money documents its idempotency key', () => {
  const names = document.paths['/payments/initiate']?.post?.parameters.map(({ name }) => name)
  expect(names).toEqual(['Idempotency-Key'])
})

test('a file response documents its media type and path parameter', () => {
  const receipt = document.paths['/services/transaction/power/{reference}']?.get
  expect(Object.keys(receipt?.responses['200']?.content ?? {})).toEqual(['application/pdf'])
  expect(receipt?.parameters).toMatchObject([{ name: 'reference', in: 'path', required: true }])
})
