import express, { Router } from 'express'
import { bankingRoutes } from './banking.ts'
import { listRoutes } from './lists.ts'
import { paymentRoutes } from './payments.ts'
import { refundRoutes } from './refunds.ts'
import { settlementRoutes } from './settlements.ts'
import { type FlutterwaveSimulator, secretKey } from './simulator.ts'
import { createResponders } from './wire.ts'

/** Flutterwave's API, version 3, below `/flutterwave/v3`. */
export function flutterwaveApi(simulator: FlutterwaveSimulator): Router {
  const { reject } = createResponders(simulator)
  const api = Router()
  const v3 = Router()
  v3.use((req, res, next) => {
    if (req.get('authorization') === `Bearer ${secretKey}`) return next()
    return reject(res, 'Authorization required', 401)
  })
  v3.use(express.json())
  for (const routes of [paymentRoutes, listRoutes, settlementRoutes, refundRoutes, bankingRoutes])
    v3.use(routes(simulator))
  api.use('/v3', v3)
  return api
}
