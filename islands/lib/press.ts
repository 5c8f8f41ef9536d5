/** A press without a click was a scroll or a drag; on a touch screen the click follows shortly after the release. */
const clickWithinMs = 400

let queued: (() => void)[] = []
let isPressing = false
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Runs `callback` when the current press ends, otherwise immediately. A layout shift while a button is held down
 * moves the button away from the pointer, and the press is lost.
 */
export function afterPress(callback: () => void): void {
  if (isPressing) queued.push(callback)
  else callback()
}

/** Listens for presses on the whole page. */
export function watchPresses(): void {
  const options = { capture: true, passive: true }
  document.addEventListener('pointerdown', begin, options)
  document.addEventListener('pointerup', endAfterRelease, options)
  document.addEventListener('pointercancel', end, options)
  // Runs after the click's own handlers.
  document.addEventListener('click', () => setTimeout(end), options)
}

function begin(): void {
  clearTimeout(timer)
  isPressing = true
}

function endAfterRelease(): void {
  timer = setTimeout(end, clickWithinMs)
}

function end(): void {
  clearTimeout(timer)
  isPressing = false
  const callbacks = queued
  queued = []
  for (const callback of callbacks) callback()
}
