import { appendFileSync } from 'node:fs'

/** `whole` under `npm run test:faults`; otherwise a sample that fits the regular test run. */
export const mode: 'sample' | 'whole' = process.env.FAULTS === 'whole' ? 'whole' : 'sample'

/** Seed of all random choices: the same seed repeats them. */
export const seed: string = process.env.FAULT_SEED ?? '1'

/** Shard of this process. */
export const shard = {
  index: Number(process.env.FAULT_SHARD?.split('/')[0] ?? 1) - 1,
  count: Number(process.env.FAULT_SHARD?.split('/')[1] ?? 1),
}

/** Reports results to the runner, if any. */
export function report(line: object): void {
  if (process.env.FAULT_REPORT) appendFileSync(process.env.FAULT_REPORT, `${JSON.stringify(line)}\n`)
}
