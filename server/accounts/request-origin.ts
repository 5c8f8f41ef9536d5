import type { Response } from 'express'
import type { Caller } from '../http/index.ts'
import { deviceNameOf } from './device.ts'

/** Origin of an audited account action. `device`: "Chrome on Android". */
export type RequestOrigin = Pick<Caller, 'request'> & { readonly device: string }

export const requestOrigin = (res: Response, { request }: Pick<Caller, 'request'>): RequestOrigin => ({
  device: deviceNameOf(res.req.get('user-agent')),
  request,
})

/** The origin as fields of an audit event. */
export const auditContext = ({ device, request }: RequestOrigin) => ({ detail: { device }, request })
