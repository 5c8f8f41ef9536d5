import { errors } from '../../../shared/errors.ts'
import type { JsonObject } from './schemas.ts'

/** Schemas shared by all responses. */
export const envelopeSchemas: Readonly<Record<string, JsonObject>> = {
  ErrorCode: {
    type: 'string',
    enum: Object.keys(errors),
    description: [
      'Machine-readable error code. Codes may be added; handle an unknown one by its HTTP status.',
      '',
      ...Object.entries(errors).map(([code, { status, message }]) => `- \`${code}\` (${status}): ${message}`),
    ].join('\n'),
  },
  ErrorResponse: {
    type: 'object',
    description: 'The response to every failed request.',
    required: ['status', 'code', 'message'],
    properties: {
      status: { type: 'string', const: 'error', description: 'Always `error`.' },
      code: { $ref: '#/components/schemas/ErrorCode', description: 'The error code.' },
      message: { type: 'string', description: 'A message for users, which may change.' },
      data: { description: 'Details of the error, if any.' },
      errors: {
        type: 'object',
        description: 'Error messages by field name; nested fields are joined by dots.',
        additionalProperties: { type: 'array', items: { type: 'string' } },
      },
    },
  },
}
