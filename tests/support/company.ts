import type { BulkPurchase, BulkPurchaseWithRows } from '../../shared/bulk.ts'
import type { CustomerOptions } from './customer.ts'
import type { ApiResponse, TestApp } from './test-app.ts'
import { createUser, makeCompany } from './user.ts'

const path = '/account/bulk-purchases'

/** Creates a company user with a client for bulk purchases. */
export async function createCompany(app: TestApp, options: CustomerOptions = {}) {
  const user = await createUser(app, options)
  await makeCompany(app, user)
  const getBulkPurchase = async (id: string, query: Record<string, string> = {}) =>
    user.get<BulkPurchaseWithRows>(`${path}/${id}?${new URLSearchParams(query)}`)
  return {
    ...user,
    async checkFile(
      file: string | Buffer | Blob,
      name = 'staff.csv',
    ): Promise<ApiResponse<BulkPurchaseWithRows>> {
      const form = new FormData()
      form.set(
        'file',
        new Blob(typeof file === 'string' || file instanceof Blob ? [file] : [new Uint8Array(file)]),
        name,
      )
      const response = await fetch(`${app.origin}/api/v1${path}/check`, {
        method: 'POST',
        headers: user.headers,
        body: form,
      })
      return {
        httpStatus: response.status,
        ...((await response.json()) as Omit<ApiResponse<BulkPurchaseWithRows>, 'httpStatus'>),
      }
    },
    startBulkPurchase: (id: string, key?: string, body: { auth_pin?: string } = {}) =>
      user.post<BulkPurchase>(`${path}/${id}/start`, body, key ? { 'Idempotency-Key': key } : {}),
    getBulkPurchase,
    /** Runs due jobs and advances the clock until the bulk purchase is in the given state. */
    waitForState: (id: string, state: BulkPurchase['state']) =>
      app.runDueJobsUntil(async () => (await getBulkPurchase(id)).data.state === state, { stepSeconds: 6 }),
    listBulkPurchases: () => user.get<BulkPurchase[]>(`${path}/all`),
    downloadResults: async (id: string) =>
      (await user.fetchFile(`${path}/${id}?format=csv`)).bytes.toString('utf8'),
    downloadTemplate: () => user.fetchFile(`${path}/template`),
  }
}
export type TestCompany = Awaited<ReturnType<typeof createCompany>>

export const csvHeader = 'service,number,provider,type,plan,amount,phone'
/** A CSV file of the given rows with the header. */
export const toCsv = (rows: readonly string[]): string => [csvHeader, ...rows, ''].join('\n')
