import * as z from 'zod/mini'
import type { Secrets } from './index.ts'

const lifetimeMs = 60 * 60 * 1000
const Lifetime = z.object({ until: z.number() })

/**
 * A deleted row, encrypted for its owner, who can restore it for an hour: nothing of it is stored here.
 * @param context names the kind of row and its owner: it cannot be decrypted with another context
 */
export const createUndoToken = (
  secrets: Secrets,
  context: string,
  row: Readonly<Record<string, unknown>>,
): string =>
  secrets.encrypt(
    JSON.stringify({ ...row, until: Date.now() + lifetimeMs }, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    ),
    context,
  )

/** The deleted row; null for an altered or expired token, and for one of another context. */
export function parseUndoToken<T>(
  secrets: Secrets,
  context: string,
  { schema, undo }: { schema: z.ZodMiniType<T>; undo: string },
): T | null {
  try {
    const row: unknown = JSON.parse(secrets.decrypt(undo, context))
    return Lifetime.parse(row).until < Date.now() ? null : schema.parse(row)
  } catch {
    return null
  }
}
