import { Router } from 'express'
import { z } from 'zod'
import { ownerOf } from '../banks.ts'
import { spoil } from '../wire.ts'
import { accountData, customerData, refusal, success, testBank } from './answers.ts'
import { banks } from './banks.ts'
import type { Desk } from './desk.ts'
import { Metadata, sayingOf } from './wire.ts'

const Name = z.string().nullable()
const Person = z.object({ first_name: Name, last_name: Name, phone: Name, metadata: Metadata }).partial()
const NewCustomer = Person.extend({ email: z.email() })
const NewAccount = z.object({
  customer: z.union([z.string(), z.number()]).transform(String),
  preferred_bank: z.literal(testBank.slug),
})

/**
 * Banks, names of accounts (see `ownerOf` for numbers that are ours), and the accounts of customers' own:
 * a customer is an e-mail address, and has one.
 */
export function bankingRoutes(desk: Desk): Router {
  const { state, faults, ground } = desk
  const { say, invalid } = sayingOf(desk)
  const api = Router()

  api.get('/bank', (req, res) => {
    const perPage = Math.min(Math.max(1, Number(req.query.perPage ?? 50) || 50), 100)
    const start = req.query.next ? Number(String(req.query.next).replace('page_', '')) || 0 : 0
    const next = start + perPage < banks.length ? `page_${start + perPage}` : null
    const data = banks.slice(start, start + perPage)
    return say(res, 200, success('Banks retrieved', data, { next, previous: null, perPage }))
  })

  api.get('/bank/resolve', (req, res) => {
    const account_number = String(req.query.account_number ?? '')
    const bank = banks.find(({ code }) => code === req.query.bank_code)
    const owner = ownerOf(account_number)
    if (owner.is === 'silent') return spoil(ground, res, 'silence', null)
    if (!bank || owner.is === 'not_found') {
      const says = 'Could not resolve account name. Check parameters or try again.'
      return say(res, 422, refusal(says, 'invalid_account'))
    }
    const data = { account_number, account_name: owner.name, bank_id: bank.id }
    return say(res, 200, success('Account number resolved', data))
  })

  api.get('/customer/:named', (req, res) => {
    const customer = state.customer(req.params.named)
    return customer
      ? say(res, 200, success('Customer retrieved', customerData(customer)))
      : say(res, 404, refusal('Customer not found', 'customer_not_found'))
  })

  api.post('/customer', (req, res) => {
    const asked = NewCustomer.safeParse(req.body)
    if (!asked.success) return invalid(res, asked.error)
    const { email, first_name: firstName = null, last_name: lastName = null, phone = null } = asked.data
    const { metadata = null } = asked.data
    const customer = desk.welcome({ email, firstName, lastName, phone, metadata })
    return say(res, 200, success('Customer created', customerData(customer)))
  })

  api.put('/customer/:code', (req, res) => {
    const asked = Person.safeParse(req.body)
    if (!asked.success) return invalid(res, asked.error)
    const known = state.customer(req.params.code)
    if (!known) return say(res, 404, refusal('Customer not found', 'customer_not_found'))
    const { metadata = known.metadata, phone = known.phone } = asked.data
    const { first_name: firstName = known.firstName, last_name: lastName = known.lastName } = asked.data
    const customer = { ...known, metadata, phone, firstName, lastName }
    state.record({ kind: 'customer', customer })
    return say(res, 200, success('Customer updated', customerData(customer)))
  })

  api.get('/dedicated_account', (req, res) => {
    const customer = state.customer(String(req.query.customer ?? ''))
    const account = customer && state.accountOf(customer)
    const found = customer && account ? [accountData(account, customer)] : []
    return say(res, 200, success('Managed accounts successfully retrieved', found))
  })

  api.post('/dedicated_account', (req, res) => {
    const asked = NewAccount.safeParse(req.body)
    if (!asked.success) return invalid(res, asked.error)
    const customer = state.customer(asked.data.customer)
    if (!customer) return say(res, 400, refusal('Customer not found', 'customer_not_found'))
    if (faults.strikes('account_500')) return spoil(ground, res, 'error_500', null)
    if (faults.strikes('account_later')) {
      ground.later(ground.paced(1_500), () => void desk.reserve(customer))
      return say(res, 200, success('Assign dedicated account in progress', undefined))
    }
    const account = desk.reserve(customer)
    if (faults.strikes('account_timeout')) return spoil(ground, res, 'silence', null)
    return say(res, 200, success('NUBAN successfully created', accountData(account, customer)))
  })

  return api
}
