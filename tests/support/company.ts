import type { BulkPurchase, BulkWithRows } from '../../shared/bulk.ts'
import { incorporate, personOf } from './account.ts'
import type { CustomerWish } from './customer.ts'
import type { Reply, Shop } from './shop.ts'

const path = '/account/bulk-purchases'

/** A company that buys by the file. */
export async function companyOf(shop: Shop, wish: CustomerWish = {}) {
  const person = await personOf(shop, wish)
  await incorporate(shop, person)
  const sees = async (id: string, query: Record<string, string> = {}) =>
    person.get<BulkWithRows>(`${path}/${id}?${new URLSearchParams(query)}`)
  return {
    ...person,
    async checks(file: string | Buffer | Blob, name = 'staff.csv'): Promise<Reply<BulkWithRows>> {
      const form = new FormData()
      form.set(
        'file',
        new Blob(typeof file === 'string' || file instanceof Blob ? [file] : [new Uint8Array(file)]),
        name,
      )
      const response = await fetch(`${shop.origin}/api/v1${path}/check`, {
        method: 'POST',
        headers: person.headers,
        body: form,
      })
      return { http: response.status, ...((await response.json()) as Omit<Reply<BulkWithRows>, 'http'>) }
    },
    starts: (id: string, key?: string) =>
      person.post<BulkPurchase>(`${path}/${id}/start`, {}, key ? { 'Idempotency-Key': key } : {}),
    sees,
    /** Looks for due work, on a clock that runs on, until the file is in that state. */
    waitsFor: (id: string, state: BulkPurchase['state']) =>
      shop.sweepUntil(async () => (await sees(id)).data.state === state, { stepSeconds: 6 }),
    files: () => person.get<BulkPurchase[]>(`${path}/all`),
    resultsOf: async (id: string) =>
      (await person.fetchFile(`${path}/${id}?format=csv`)).bytes.toString('utf8'),
    template: () => person.fetchFile(`${path}/template`),
  }
}
export type Company = Awaited<ReturnType<typeof companyOf>>

export const csvHead = 'service,number,provider,type,plan,amount,phone'
/** A file of these rows under the names of the columns. */
export const csvOf = (rows: readonly string[]): string => [csvHead, ...rows, ''].join('\n')
