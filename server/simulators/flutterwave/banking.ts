import { Router } from 'express'
import { z } from 'zod'
import { nigerianBanks, ownerOf } from '../banks.ts'
import { spoil } from '../wire.ts'
import { accountData, success } from './answers.ts'
import type { Desk } from './desk.ts'
import { sayingOf, TxRef } from './wire.ts'

/** Fintechs are known by other codes here than elsewhere. */
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

/** Banks, names of accounts, and permanent accounts. */
export function bankingRoutes(desk: Desk): Router {
  const { say, refuse, invalid } = sayingOf(desk)
  const api = Router()

  api.get('/banks/NG', (_req, res) => say(res, 200, success('Banks fetched successfully', banks)))

  api.post('/accounts/resolve', async (req, res) => {
    const asked = Resolve.safeParse(req.body)
    if (!asked.success) return invalid(res, asked.error)
    const { account_number, account_bank } = asked.data
    if (!banks.some(({ code }) => code === account_bank))
      return refuse(res, 'Sorry, that account bank is invalid')
    const owner = ownerOf(account_number)
    if (owner.is === 'silent') return spoil(desk.ground, res, 'silence', null)
    if (owner.is === 'not_found')
      return refuse(res, 'Sorry, that account number is invalid, please check and try again')
    return say(res, 200, success('Account details fetched', { account_number, account_name: owner.name }))
  })

  api.post('/virtual-account-numbers', async (req, res) => {
    const asked = NewAccount.safeParse(req.body)
    if (!asked.success) return invalid(res, asked.error)
    const { tx_ref: txRef, email, narration, bvn, is_permanent } = asked.data
    if (!is_permanent) return refuse(res, 'Only permanent accounts are simulated')
    if (!/^\d{11}$/.test(bvn ?? '')) return refuse(res, 'BVN is required for static account number')
    const account = desk.reserve({ txRef, email, narration })
    return say(res, 200, success('Virtual account created', accountData(account)))
  })

  api.get('/virtual-account-numbers/:orderRef', (req, res) => {
    const account = desk.state.accountNamed(req.params.orderRef)
    if (!account) return refuse(res, 'Account not found', 404)
    return say(res, 200, success('Virtual account', accountData(account)))
  })

  return api
}
