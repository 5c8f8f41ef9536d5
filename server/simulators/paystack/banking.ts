import { Router } from 'express'
import { z } from 'zod'
import { ownerOf } from '../banks.ts'
import { sendWireFault } from '../wire.ts'
import { banks } from './banks.ts'
import { accountData, customerData, errorBody, success, testBank } from './responses.ts'
import type { PaystackSimulator } from './simulator.ts'
import { createResponders, Metadata } from './wire.ts'

const Name = z.string().nullable()
const Person = z.object({ first_name: Name, last_name: Name, phone: Name, metadata: Metadata }).partial()
const NewCustomer = Person.extend({ email: z.email() })
const NewAccount = z.object({
  customer: z.union([z.string(), z.number()]).transform(String),
  preferred_bank: z.literal(testBank.slug),
})

/**
 * Banks, account lookups (see `ownerOf` for test numbers) and dedicated accounts: a customer is identified by the
 * e-mail address and has one account.
 */
export function bankingRoutes(simulator: PaystackSimulator): Router {
  const { state, faults, context } = simulator
  const { respond, invalid } = createResponders(simulator)
  const api = Router()

  api.get('/bank', (req, res) => {
    const perPage = Math.min(Math.max(1, Number(req.query.perPage ?? 50) || 50), 100)
    const start = req.query.next ? Number(String(req.query.next).replace('page_', '')) || 0 : 0
    const nextPage = start + perPage < banks.length ? `page_${start + perPage}` : null
    const data = banks.slice(start, start + perPage)
    return respond(res, 200, success('Banks retrieved', data, { next: nextPage, previous: null, perPage }))
  })

  api.get('/bank/resolve', (req, res) => {
    const account_number = String(req.query.account_number ?? '')
    const bank = banks.find(({ code }) => code === req.query.bank_code)
    const owner = ownerOf(account_number)
    if (owner.type === 'no_response') return sendWireFault(context, res, 'silence', null)
    if (!bank || owner.type === 'not_found') {
      const message = 'Could not resolve account name. Check parameters or try again.'
      return respond(res, 422, errorBody(message, 'invalid_account'))
    }
    const data = { account_number, account_name: owner.name, bank_id: bank.id }
    return respond(res, 200, success('Account number resolved', data))
  })

  api.get('/customer/:named', (req, res) => {
    const customer = state.customer(req.params.named)
    return customer
      ? respond(res, 200, success('Customer retrieved', customerData(state, customer)))
      : respond(res, 404, errorBody('Customer not found', 'customer_not_found'))
  })

  api.post('/customer', (req, res) => {
    const request = NewCustomer.safeParse(req.body)
    if (!request.success) return invalid(res, request.error)
    const { email, first_name: firstName = null, last_name: lastName = null, phone = null } = request.data
    const { metadata = null } = request.data
    const customer = simulator.ensureCustomer({ email, firstName, lastName, phone, metadata })
    return respond(res, 200, success('Customer created', customerData(state, customer)))
  })

  api.put('/customer/:code', (req, res) => {
    const request = Person.safeParse(req.body)
    if (!request.success) return invalid(res, request.error)
    const existing = state.customer(req.params.code)
    if (!existing) return respond(res, 404, errorBody('Customer not found', 'customer_not_found'))
    const { metadata = existing.metadata, phone = existing.phone } = request.data
    const { first_name: firstName = existing.firstName, last_name: lastName = existing.lastName } =
      request.data
    const customer = { ...existing, metadata, phone, firstName, lastName }
    state.record({ kind: 'customer', customer })
    return respond(res, 200, success('Customer updated', customerData(state, customer)))
  })

  api.get('/dedicated_account', (req, res) => {
    const customer = state.customer(String(req.query.customer ?? ''))
    const account = customer && state.accountOf(customer)
    const accounts = customer && account ? [accountData(state, account, customer)] : []
    return respond(res, 200, success('Managed accounts successfully retrieved', accounts))
  })

  api.post('/dedicated_account', (req, res) => {
    const request = NewAccount.safeParse(req.body)
    if (!request.success) return invalid(res, request.error)
    const customer = state.customer(request.data.customer)
    if (!customer) return respond(res, 400, errorBody('Customer not found', 'customer_not_found'))
    if (faults.consume('account_500')) return sendWireFault(context, res, 'error_500', null)
    if (faults.consume('account_later')) {
      context.setTimer(context.startDelay(1_500), () => void simulator.reserve(customer))
      return respond(res, 200, success('Assign dedicated account in progress', undefined))
    }
    const account = simulator.reserve(customer)
    if (faults.consume('account_timeout')) return sendWireFault(context, res, 'silence', null)
    return respond(res, 200, success('NUBAN successfully created', accountData(state, account, customer)))
  })

  return api
}
