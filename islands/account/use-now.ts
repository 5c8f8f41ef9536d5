import { useSyncExternalStore } from 'react'

/** A part of a second: a countdown in whole seconds is never visibly late. */
const tickMs = 250

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, tickMs)
  return () => clearInterval(timer)
}
const neverTicks = () => () => undefined

/** The clock instead of a count of ticks: timers of a background tab are delayed. Equal within a tick. */
const readClock = () => Math.ceil(Date.now() / tickMs) * tickMs

/** The time in ms, in steps of 250 ms, rounded up; null in the server's HTML. Rendered again only while `isTicking`. */
export const useNow = (isTicking: boolean): number | null =>
  useSyncExternalStore(isTicking ? subscribe : neverTicks, readClock, () => null)
