import type { ApiResponse, TestClient } from '../support/test-app.ts'

/** Environment of a scenario: a test app whose process crashes on demand and restarts on the same database. */
export interface FaultEnvironment {
  readonly app: TestClient
  /** Allows the process to crash from now on. */
  arm(): void
  /**
   * Repeats a request until it succeeds, as a user does after an error: the process restarts and time passes between
   * attempts.
   * @param isOver true when the work is done and only the response was lost
   */
  retryUntilSuccess<T>(
    request: () => Promise<ApiResponse<T>>,
    isOver?: () => Promise<boolean>,
  ): Promise<ApiResponse<T>>
}

/** The environment with the controls of the runner. */
export interface CrashingEnvironment extends FaultEnvironment {
  /** Prepares the process for the next scenario, in which it crashes at the given boundary. */
  begin(boundary: number, setting: ScenarioSettings): Promise<void>
  /** Advances the clock from due time to due time, with a running process, until the condition holds. */
  runUntil(isOver: () => Promise<boolean>): Promise<void>
  /** Advances the clock by an hour in which nothing may change. */
  runIdle(): Promise<void>
  /** Boundary of the crash in this scenario; null when the process did not crash. */
  readonly crashedAt: string | null
  close(): Promise<void>
}

/** An injected fault of a provider, once or a given number of times. */
export type Fault = readonly [party: string, fault: string, times?: number]

/** One scenario in one environment, from the first request to its end. */
export interface Scenario {
  /** The actions of the user. */
  run(): Promise<void>
  /** True once every payment, refund and delivery of the scenario is final. */
  hasEnded(): Promise<boolean>
  /** Assertions of the scenario, in addition to the general invariants. The argument labels the case. */
  verify(label: string): Promise<void>
}

/** Settings of the environment for a scenario. */
export interface ScenarioSettings {
  /** One vendor, unless the scenario is about failover. */
  readonly vendors?: 'one' | 'all'
  /** Site settings that differ from the defaults. */
  readonly settings?: Readonly<Record<string, unknown>>
}

export interface Column extends ScenarioSettings {
  readonly faults: readonly Fault[]
  /** Creates the users of the scenario, before crashes are armed. */
  begin(env: FaultEnvironment): Promise<Scenario>
}

/**
 * One money flow, tested with a crash at each boundary. A new flow is a file in this folder and a line in `index.ts`:
 * how it runs, with which faults, and its final assertions.
 */
export interface Flow {
  readonly name: string
  readonly columns: Readonly<Record<string, Column>>
}

/** Defines a flow whose columns differ by the options passed to `begin`. */
export const flow = <C extends ScenarioSettings & { readonly faults?: readonly Fault[] }>(
  name: string,
  columns: Readonly<Record<string, C>>,
  begin: (env: FaultEnvironment, column: C) => Promise<Scenario>,
): Flow => ({
  name,
  columns: Object.fromEntries(
    Object.entries(columns).map(([column, options]) => [
      column,
      {
        faults: options.faults ?? [],
        vendors: options.vendors ?? 'one',
        settings: options.settings ?? {},
        begin: (env: FaultEnvironment) => begin(env, options),
      },
    ]),
  ),
})
