import { type Response, Router } from 'express'
import { z } from 'zod'
import { nigerianBanks, ownerOf } from '../banks.ts'
import { answer, spoil } from '../wire.ts'
import { accountBody, refusal, success, text, times, transactionBody } from './answers.ts'
import { type Desk, keys } from './desk.ts'

const Bvn = z.string().regex(/^\d{11}$/)
const Question = z.object({ bankCode: z.string(), accountNumber: z.string(), bvn: Bvn })
const Reserve = z.object({
  accountReference: z.string().min(1).max(100),
  accountName: z.string().min(1),
  customerName: z.string().min(1),
  customerEmail: z.email(),
  currencyCode: z.literal('NGN'),
  contractCode: z.literal(keys.contractCode),
  bvn: Bvn,
  getAllAvailableBanks: z.boolean(),
  restrictPaymentSource: z.boolean(),
})

const pageSize = 100

/**
 * Banks, names of accounts, BVN and reserved accounts. Marked as ours: an account number ending 0003 is not
 * found and one ending 0004 never answered (see `ownerOf`); a BVN ending 0003 is somebody else's, ending 0004
 * never answered, ending 0005 unknown (code 99). Every other BVN is that of every account's owner.
 */
export function bankingRoutes(desk: Desk): Router {
  const { state, faults, ground } = desk
  const api = Router()
  const say = (res: Response, status: number, body: unknown) => answer(ground, res, status, body)
  const isBank = (code: unknown) => nigerianBanks.some(([, known]) => known === code)

  api.get('/api/v1/banks', (_req, res) => {
    const banks = nigerianBanks.map(([name, code]) => ({
      name,
      code,
      ussdTemplate: null,
      baseUssdCode: null,
      transferUssdTemplate: null,
    }))
    return say(res, 200, success(banks))
  })

  api.get('/api/v1/disbursements/account/validate', (req, res) => {
    const { accountNumber = '', bankCode } = req.query
    const owner = ownerOf(String(accountNumber))
    if (owner.is === 'silent') return spoil(ground, res, 'silence', null)
    if (owner.is === 'not_found' || !isBank(bankCode))
      return say(res, 404, refusal('Could not find account with that number and bank code', 'D04'))
    return say(res, 200, success({ accountNumber, accountName: owner.name, bankCode }))
  })

  api.post('/api/v1/vas/bvn-account-match', (req, res) => {
    const asked = Question.safeParse(req.body)
    if (!asked.success) return say(res, 400, refusal('BVN must be 11 digits'))
    if (faults.strikes('bvn_500')) return spoil(ground, res, 'error_500', null)
    if (faults.strikes('bvn_unfunded'))
      return say(res, 200, refusal('Insufficient balance in merchant wallet'))
    const { bvn, accountNumber, bankCode } = asked.data
    const owner = ownerOf(accountNumber)
    if (bvn.endsWith('0004') || owner.is === 'silent') return spoil(ground, res, 'silence', null)
    if (owner.is === 'not_found' || !isBank(bankCode))
      return say(res, 404, refusal('Could not find account with that number and bank code'))
    if (bvn.endsWith('0005')) return say(res, 200, refusal('The BVN could not be found'))
    const isTheirs = !bvn.endsWith('0003')
    return say(
      res,
      200,
      success({
        bvn,
        accountNumber,
        accountName: owner.name,
        matchStatus: isTheirs ? 'FULL_MATCH' : 'NO_MATCH',
        matchPercentage: isTheirs ? 100 : 0,
      }),
    )
  })

  api.post('/api/v2/bank-transfer/reserved-accounts', (req, res) => {
    const asked = Reserve.safeParse(req.body)
    if (!asked.success) {
      const [issue] = asked.error.issues
      return say(res, 400, refusal(`${issue?.path.join('.')} ${issue?.message}`))
    }
    const { accountReference, accountName, customerName, customerEmail, bvn } = asked.data
    if (state.account(accountReference))
      return say(res, 422, refusal('You can not reserve two accounts with the same reference'))
    if (faults.strikes('reserve_refused')) return say(res, 422, refusal('Invalid BVN details provided'))
    const account = desk.reserve({ accountReference, accountName, customerName, customerEmail })
    if (faults.strikes('reserve_timeout')) return spoil(ground, res, 'silence', null)
    const body = { ...accountBody(account, keys.contractCode), bvn }
    return say(res, 200, success(faults.strikes('reserve_pending') ? { ...body, accounts: [] } : body))
  })

  api.get('/api/v1/bank-transfer/reserved-accounts/transactions', (req, res) => {
    const page = Number(req.query.page ?? 0)
    const all = state.inflowsOf(String(req.query.accountReference))
    const content = all.slice(page * pageSize, (page + 1) * pageSize).map((it) => ({
      ...transactionBody(state, it),
      amount: text(it.amountKobo),
      createdOn: times.zoned(it.openedAt),
    }))
    const totalPages = Math.ceil(all.length / pageSize)
    return say(
      res,
      200,
      success({ content, totalPages, totalElements: all.length, last: page + 1 >= totalPages }),
    )
  })

  api.get('/api/v2/bank-transfer/reserved-accounts/:reference', (req, res) => {
    const account = state.account(req.params.reference)
    if (!account) return say(res, 404, refusal('Cannot find reserved account'))
    return say(res, 200, success(accountBody(account, keys.contractCode)))
  })

  api.delete('/api/v1/bank-transfer/reserved-accounts/reference/:reference', (req, res) => {
    const account = state.account(req.params.reference)
    if (!account) return say(res, 404, refusal('Cannot find reserved account'))
    state.record({ kind: 'released', accountReference: account.accountReference })
    return say(res, 200, success({ ...accountBody(account, keys.contractCode), status: 'INACTIVE' }))
  })

  return api
}
