export interface DrillResult {
  readonly metrics: Readonly<Record<string, string | number>>
  readonly passed: boolean
}

/** A drill is a module with this export: it breaks a real part while people buy and checks what is left. */
export interface Drill {
  run(): Promise<DrillResult>
}

/** Collects what a drill did, measured and checked; each line is printed when it is added. */
export interface DrillReport {
  logStep(text: string): void
  recordMetric(name: string, value: string | number): void
  /** A condition that the drill must meet. `detail` is printed when it does not hold. */
  check(name: string, holds: boolean, detail?: unknown): void
  /** Checks that `work` does not throw. */
  checkSucceeds<T>(name: string, work: () => Promise<T>): Promise<T | undefined>
  result(): DrillResult
}

export function createReport(): DrillReport {
  const startedAt = performance.now()
  const metrics: Record<string, string | number> = {}
  const failures: string[] = []
  const print = (text: string) => {
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    process.stdout.write(`${seconds.padStart(7)} s  ${text}\n`)
  }
  const report: DrillReport = {
    logStep: print,
    recordMetric(name, value) {
      metrics[name] = value
      print(`${name}: ${value}`)
    },
    check(name, holds, detail) {
      if (!holds) failures.push(name)
      print(`${holds ? 'ok' : 'FAILED'}: ${name}`)
      if (!holds && detail !== undefined) print(typeof detail === 'string' ? detail : JSON.stringify(detail))
    },
    async checkSucceeds(name, work) {
      try {
        const value = await work()
        report.check(name, true)
        return value
      } catch (error) {
        report.check(name, false, error instanceof Error ? error.message : String(error))
        return undefined
      }
    },
    result: () => ({ metrics, passed: failures.length === 0 }),
  }
  return report
}

export const durationText = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
