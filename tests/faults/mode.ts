import { appendFileSync } from 'node:fs'

/** `whole` under `npm run test:faults`; otherwise a sample that the other tests have time for. */
export const mode: 'sample' | 'whole' = process.env.FAULTS === 'whole' ? 'whole' : 'sample'

/** What is drawn, is drawn from this: the same again gives the same. */
export const seed: string = process.env.FAULT_SEED ?? '1'

/** Which of several processes this is. */
export const shard = {
  at: Number(process.env.FAULT_SHARD?.split('/')[0] ?? 1) - 1,
  of: Number(process.env.FAULT_SHARD?.split('/')[1] ?? 1),
}

/** Tells the runner what was done, when there is one. */
export function report(line: object): void {
  if (process.env.FAULT_REPORT) appendFileSync(process.env.FAULT_REPORT, `${JSON.stringify(line)}\n`)
}
