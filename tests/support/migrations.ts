import { readdirSync } from 'node:fs'
import type { Migration } from 'kysely/migration'

/** Migrations up to this one read whole tables while they stop writes: they exist in databases and no longer change. */
export const lastScanningMigration = '0056-dispute-approvals'

const folder = new URL('../../server/database/migrations/', import.meta.url)

/** The migrations of this tree by name, in order. */
export async function readMigrations(): Promise<Record<string, Migration>> {
  const entries = readdirSync(folder)
    .toSorted()
    .map(async (file): Promise<readonly [string, Migration][]> => {
      const migration = await import(new URL(file, folder).href)
      return 'up' in migration ? [[file.replace(/\.ts$/, ''), migration]] : []
    })
  return Object.fromEntries((await Promise.all(entries)).flat())
}
