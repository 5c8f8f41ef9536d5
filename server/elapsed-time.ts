/** Milliseconds since the timer was started. */
export type ElapsedMs = () => number

/**
 * Measures how long a step takes, also when the process is suspended during it. Two clocks are read and the one that
 * advanced more counts: the monotonic clock can stop while a virtual machine is suspended, and the system clock can be
 * set back.
 */
export function startTimer(): ElapsedMs {
  const monotonicStart = performance.now()
  const systemStart = Date.now()
  return () => Math.max(performance.now() - monotonicStart, Date.now() - systemStart)
}
