import type { Response } from 'express'
import type { Caller } from '../http/index.ts'
import { deviceNameOf } from './device.ts'

/** Origin of an audited account action. `device`: "Chrome on Android". */
export type RequestOrigin = Pick<Caller, 'requestId'> & { readonly device: string }

export const requestOrigin = (res: Response, { requestId }: Pick<Caller, 'requestId'>): RequestOrigin => ({
  device: deviceNameOf(res.req.get('user-agent')),
  requestId,
})

/** The origin as fields of an audit event. */
export const auditContext = ({ device, requestId }: RequestOrigin) => ({ detail: { device }, requestId })
