import { type Response, Router } from 'express'
import { z } from 'zod'
import { nigerianBanks, ownerOf } from '../banks.ts'
import { sendJson, sendWireFault } from '../wire.ts'
import { accountBody, amountText, errorBody, success, timeFormats, transactionBody } from './responses.ts'
import { keys, type MonnifySimulator } from './simulator.ts'

const Bvn = z.string().regex(/^\d{11}$/)
const BvnMatchRequest = z.object({ bankCode: z.string(), accountNumber: z.string(), bvn: Bvn })
const ReserveAccountRequest = z.object({
  accountReference: z.string().min(1).max(100),
  accountName: z.string().min(1),
  customerName: z.string().min(1),
  customerEmail: z.email(),
  currencyCode: z.literal('NGN'),
  contractCode: z.literal(keys.contractCode),
  bvn: Bvn,
  getAllAvailableBanks: z.boolean(),
  restrictPaymentSource: z.boolean().default(true),
})

const pageSize = 100

const matchOf = (bvn: string) =>
  bvn.endsWith('0003')
    ? { matchStatus: 'NO_MATCH', matchPercentage: 0 }
    : { matchStatus: 'FULL_MATCH', matchPercentage: 100 }

/**
 * Banks, account lookups, BVN matching and virtual accounts. Simulator test values: account numbers ending in 0003
 * are not found and 0004 never respond (see `ownerOf`); BVNs ending in 0003 belong to another person, 0004 never
 * respond, 0005 are unknown. Every other BVN matches every account's owner.
 */
export function bankingRoutes(simulator: MonnifySimulator): Router {
  const { state, faults, context } = simulator
  const api = Router()
  const respond = (res: Response, status: number, body: unknown) => sendJson(context, res, status, body)
  const isBank = (code: unknown) => nigerianBanks.some(([, bankCode]) => bankCode === code)

  api.get('/api/v1/banks', (_req, res) => {
    const banks = nigerianBanks.map(([name, code]) => ({
      name,
      code,
      ussdTemplate: null,
      baseUssdCode: null,
      transferUssdTemplate: null,
    }))
    return respond(res, 200, success(banks))
  })

  api.get('/api/v1/disbursements/account/validate', (req, res) => {
    const { accountNumber = '', bankCode } = req.query
    const owner = ownerOf(String(accountNumber))
    if (owner.type === 'no_response') return sendWireFault(context, res, 'silence', null)
    if (owner.type === 'not_found' || !isBank(bankCode))
      return respond(res, 404, errorBody('Could not find account with that number and bank code', 'D04'))
    return respond(res, 200, success({ accountNumber, accountName: owner.name, bankCode }))
  })

  api.post('/api/v1/vas/bvn-account-match', (req, res) => {
    const request = BvnMatchRequest.safeParse(req.body)
    if (!request.success) return respond(res, 400, errorBody('BVN must be 11 digits'))
    if (faults.consume('bvn_500')) return sendWireFault(context, res, 'error_500', null)
    if (faults.consume('bvn_unfunded'))
      return respond(res, 200, errorBody('Insufficient balance in merchant wallet'))
    return sendBvnMatch(res, request.data)
  })

  /** Compares the BVN with the owner of the account. */
  function sendBvnMatch(res: Response, { bvn, accountNumber, bankCode }: z.infer<typeof BvnMatchRequest>) {
    const owner = ownerOf(accountNumber)
    if (bvn.endsWith('0004') || owner.type === 'no_response')
      return sendWireFault(context, res, 'silence', null)
    if (owner.type === 'not_found' || !isBank(bankCode))
      return respond(res, 404, errorBody('Could not find account with that number and bank code'))
    if (bvn.endsWith('0005')) return respond(res, 200, errorBody('The BVN could not be found'))
    return respond(res, 200, success({ bvn, accountNumber, accountName: owner.name, ...matchOf(bvn) }))
  }

  api.post('/api/v2/bank-transfer/reserved-accounts', (req, res) => {
    const request = ReserveAccountRequest.safeParse(req.body)
    if (!request.success) {
      const [issue] = request.error.issues
      return respond(res, 400, errorBody(`${issue?.path.join('.')} ${issue?.message}`))
    }
    const { accountReference, accountName, customerName, customerEmail, bvn, restrictPaymentSource } =
      request.data
    if (state.account(accountReference))
      return respond(res, 422, errorBody('You can not reserve two accounts with the same reference'))
    if (faults.consume('reserve_refused')) return respond(res, 422, errorBody('Invalid BVN details provided'))
    const account = simulator.reserve({ accountReference, accountName, customerName, customerEmail })
    if (faults.consume('reserve_timeout')) return sendWireFault(context, res, 'silence', null)
    const body = { ...accountBody(account, keys.contractCode), bvn, restrictPaymentSource }
    return respond(res, 200, success(faults.consume('reserve_pending') ? { ...body, accounts: [] } : body))
  })

  api.get('/api/v1/bank-transfer/reserved-accounts/transactions', (req, res) => {
    const page = Number(req.query.page ?? 0)
    const all = state.depositsOf(String(req.query.accountReference))
    const content = all.slice(page * pageSize, (page + 1) * pageSize).map((payment) => ({
      ...transactionBody(state, payment),
      amount: amountText(payment.amountKobo),
      createdOn: timeFormats.zoned(payment.openedAt),
    }))
    const totalPages = Math.ceil(all.length / pageSize)
    return respond(
      res,
      200,
      success({ content, totalPages, totalElements: all.length, last: page + 1 >= totalPages }),
    )
  })

  api.get('/api/v2/bank-transfer/reserved-accounts/:reference', (req, res) => {
    const account = state.account(req.params.reference)
    if (!account) return respond(res, 404, errorBody('Cannot find reserved account'))
    return respond(res, 200, success(accountBody(account, keys.contractCode)))
  })

  api.delete('/api/v1/bank-transfer/reserved-accounts/reference/:reference', (req, res) => {
    const account = state.account(req.params.reference)
    if (!account) return respond(res, 404, errorBody('Cannot find reserved account'))
    state.record({ kind: 'released', accountReference: account.accountReference })
    return respond(res, 200, success({ ...accountBody(account, keys.contractCode), status: 'INACTIVE' }))
  })

  return api
}
