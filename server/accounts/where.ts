import type { Response } from 'express'
import type { Caller } from '../http/index.ts'
import { deviceFrom } from './device.ts'

/** Where a deed in an account was done. `device`: "Chrome on Android". */
export type Where = Pick<Caller, 'request'> & { readonly device: string }

export const whereOf = (res: Response, { request }: Pick<Caller, 'request'>): Where => ({
  device: deviceFrom(res.req.get('user-agent')),
  request,
})

/** The same as it is written down. */
export const told = ({ device, request }: Where) => ({ detail: { device }, request })
