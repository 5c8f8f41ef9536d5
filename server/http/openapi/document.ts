import { apiPrefix } from '../../../shared/constants.ts'
import { accessTokenHeader } from '../../../shared/contract.ts'
import * as pages from '../../../shared/pages.ts'
import { idempotencyKeyLifetimeDays } from '../idempotency.ts'
import { rateLimitRules } from '../rate-limit-rules.ts'
import type { Route } from '../route.ts'
import { envelopeSchemas } from './envelopes.ts'
import { examplesOf } from './examples.ts'
import { operationOf } from './operation.ts'
import { collectSchemas, type JsonObject } from './schemas.ts'
import { tagsOf } from './tags.ts'

/** The OpenAPI 3.1 document of these routes, generated from the contracts that validate their requests. */
export function openapi({
  routes,
  brandName,
  appUrl,
  helpUrl,
}: {
  routes: readonly Route[]
  brandName: string
  appUrl: string
  helpUrl: string
}): JsonObject {
  const components = { schemas: collectSchemas(), responses: {} }
  const examples = examplesOf(routes.map(({ endpoint }) => endpoint))
  const paths: Record<string, JsonObject> = {}
  for (const { endpoint } of routes) {
    const operation = operationOf(endpoint, components, examples[endpoint.name])
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brandName} API`,
      version: '1.0.0',
      description: apiDescription,
      contact: { name: `${brandName} support`, url: new URL(helpUrl, appUrl).href },
      license: { name: 'Terms of use', url: new URL(pages.termsPath, appUrl).href },
    },
    // Relative to this document, so that it is correct behind any proxy.
    servers: [{ url: apiPrefix, description: 'The server that this document came from.' }],
    tags: tagsOf(Object.keys(paths)),
    paths,
    components: {
      securitySchemes,
      headers,
      responses: components.responses,
      schemas: { ...envelopeSchemas, ...components.schemas.components },
    },
  }
}

const formatSeconds = (value: number): string =>
  value % 3_600 === 0 ? `${value / 3_600} h` : value % 60 === 0 ? `${value / 60} min` : `${value} s`

const limits = Object.entries(rateLimitRules).map(
  ([name, { points, seconds: windowSeconds, countedBy: keyType }]) =>
    `| ${name.replaceAll('_', ' ')} | ${points} | ${formatSeconds(windowSeconds)} | ${keyType === 'client' ? 'IP address' : 'account, order or number'} |`,
)

const apiDescription = `Pays utility bills in Nigeria: electricity, cable TV, airtime, data and exam PINs.

**Responses.** Every response is a JSON envelope: \`status\`, \`message\` and, if any, \`data\`. An error has the status \`error\`, a machine-readable \`code\` (see \`ErrorCode\`), a \`message\` for users and, for invalid fields, \`errors\` by field name. 202 with the status \`pending\` means that the request was accepted and is not decided yet.

**Money.** Amounts are naira with at most two decimals. Requests accept a JSON number or decimal text; responses use JSON numbers. Times are UTC, days are days in Lagos.

**Signing in.** \`POST /auth/login\` returns \`data.api_token\` to a client that sends neither a session cookie nor an \`Origin\`. Send it as \`Authorization: Bearer …\`. A caller without a token is a guest; an unknown or revoked token gets 401. Requests from pages of other sites are rejected; browsers use the product's pages.

**Guests.** The lookup of every service returns the order's \`access_token\`. It gives access to this order only: its state, its delivery, its receipt. Endpoints take it as a path or query parameter, or in the header \`${accessTokenHeader}\`.

**Idempotency.** Endpoints that move money take an \`Idempotency-Key\`. The same request with the same key gets the first response for at least ${idempotencyKeyLifetimeDays} days; another request with that key is rejected with \`KEY_REUSED\`. Responses 429 and 500 or above are not final: retry with the same key.

**Rate limits.** A request over a limit gets 429, \`TOO_MANY\` and \`Retry-After\` in seconds. Limits are counted by IP address, or by the subject of a request.

| limit | at most | within | counted by |
|---|---|---|---|
${limits.join('\n')}`

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The `api_token` of a sign-in. Revoked at sign-out, on a password change, and after inactivity.',
  },
  orderAccessToken: {
    type: 'apiKey',
    in: 'header',
    name: accessTokenHeader,
    description: "The order's access token, for guests. Not needed by the signed-in owner of the order.",
  },
}

const headers = {
  RetryAfter: {
    description: 'Seconds after which a retry may succeed.',
    schema: { type: 'integer', minimum: 1 },
    example: 5,
  },
  RequestId: {
    description: 'Id of the request, to quote to support.',
    schema: { type: 'string' },
    example: '2f1c7a52-6a3c-4f0e-9d41-6d9f3f0b7c11',
  },
  Authenticate: {
    description: 'The scheme to sign in with.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
}
