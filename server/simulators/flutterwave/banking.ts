import { Router } from 'express'
import { z } from 'zod'
import { nigerianBanks, ownerOf } from '../banks.ts'
import { sendWireFault } from '../wire.ts'
import { accountData, success } from './responses.ts'
import type { FlutterwaveSimulator } from './simulator.ts'
import { createResponders, TxRef } from './wire.ts'

/** Flutterwave's own codes of fintechs. */
const ownCodes: Readonly<Record<string, string>> = { OPay: '305' }

const banks = nigerianBanks.map(([name, code], i) => ({ id: 132 + i, code: ownCodes[name] ?? code, name }))

const Resolve = z.object({ account_number: z.string(), account_bank: z.string() })
const NewAccount = z.object({
  email: z.email(),
  tx_ref: TxRef,
  is_permanent: z.boolean().default(false),
  bvn: z.string().optional(),
  narration: z.string().default('Sanwo'),
})

/** Banks, account lookups and permanent accounts. */
export function bankingRoutes(simulator: FlutterwaveSimulator): Router {
  const { respond, reject, invalid } = createResponders(simulator)
  const api = Router()

  api.get('/banks/NG', (_req, res) => respond(res, 200, success('Banks fetched successfully', banks)))

  api.post('/accounts/resolve', async (req, res) => {
    const request = Resolve.safeParse(req.body)
    if (!request.success) return invalid(res, request.error)
    const { account_number, account_bank } = request.data
    if (!banks.some(({ code }) => code === account_bank))
      return reject(res, 'Sorry, that account bank is invalid')
    const owner = ownerOf(account_number)
    if (owner.type === 'no_response') return sendWireFault(simulator.context, res, 'silence', null)
    if (owner.type === 'not_found')
      return reject(res, 'Sorry, that account number is invalid, please check and try again')
    return respond(res, 200, success('Account details fetched', { account_number, account_name: owner.name }))
  })

  api.post('/virtual-account-numbers', async (req, res) => {
    const request = NewAccount.safeParse(req.body)
    if (!request.success) return invalid(res, request.error)
    const { tx_ref: txRef, email, narration, bvn, is_permanent } = request.data
    if (!is_permanent) return reject(res, 'Only permanent accounts are simulated')
    if (!/^\d{11}$/.test(bvn ?? '')) return reject(res, 'BVN is required for static account number')
    const account = simulator.reserve({ txRef, email, narration })
    return respond(res, 200, success('Virtual account created', accountData(account)))
  })

  api.get('/virtual-account-numbers/:orderRef', (req, res) => {
    const account = simulator.state.accountNamed(req.params.orderRef)
    if (!account) return reject(res, 'Account not found', 404)
    return respond(res, 200, success('Virtual account', accountData(account)))
  })

  return api
}
