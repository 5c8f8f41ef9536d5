import express, { Router } from 'express'
import { bankingRoutes } from './banking.ts'
import { type Desk, secretKey } from './desk.ts'
import { paymentRoutes } from './payments.ts'
import { refundRoutes } from './refunds.ts'
import { sayingOf } from './wire.ts'

/** Their API, version 3, below `/flutterwave/v3`. */
export function flutterwaveApi(desk: Desk): Router {
  const { refuse } = sayingOf(desk)
  const api = Router()
  const v3 = Router()
  v3.use((req, res, next) => {
    if (req.get('authorization') === `Bearer ${secretKey}`) return next()
    return refuse(res, 'Authorization required', 401)
  })
  v3.use(express.json())
  for (const routes of [paymentRoutes, refundRoutes, bankingRoutes]) v3.use(routes(desk))
  api.use('/v3', v3)
  return api
}
