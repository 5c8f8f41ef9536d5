import { type ComponentType, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { loadClient } from './lib/api.ts'
import { clearCacheOnUserChange } from './lib/cache.ts'
import { restoreLostFocus } from './lib/focus.ts'
import { isSignedIn } from './lib/meta.ts'
import { readPageData } from './lib/page-data.ts'
import { captureEarlyInput, stopCapture } from './lib/pre-hydration-input.ts'
import { watchPresses } from './lib/press.ts'
import { loadToasts } from './lib/toast.ts'
import { loadIsland } from './registry.ts'
import { ErrorBoundary } from './ui/boundary.tsx'

/** The island of the page that the service worker stores. */
const storedIsland = 'offline'
/** Toasts are loaded at most this long after the HTTP client. */
const idleTimeoutMs = 1_000

const root = document.getElementById('island')
const page = readPageData()
if (root && page) void hydrate(root, page.island, page.props)

/** Hydrates the server-rendered island, preserving input typed before hydration. */
async function hydrate(root: HTMLElement, name: string, props: object): Promise<void> {
  // A stored page names no user.
  if (name !== storedIsland) clearCacheOnUserChange()
  captureEarlyInput(root)
  const { messages } = document.documentElement.dataset
  if (messages) await (await import('./lib/language.ts')).loadMessages(messages)
  const island = await loadIsland(name)
  if (!island) return console.error(`There is no island called ${name}.`)
  // The shell printed these props for this island.
  const Island = island.default as ComponentType<object>
  // A transition hydrates in short tasks, so that the page responds to presses in between.
  startTransition(() => {
    hydrateRoot(
      root,
      <ErrorBoundary onHydrated={() => onHydrated(name)}>
        <Island {...props} />
      </ErrorBoundary>,
      // The boundary shows a message; the page's error listener reports the error.
      { onCaughtError: (error) => window.reportError?.(error) },
    )
  })
}

/** After hydration: loads what the first request needs. If loading fails, the request retries it and reports the error. */
function onHydrated(name: string): void {
  stopCapture()
  restoreLostFocus()
  watchPresses()
  if (name === storedIsland) return void whenIdle().then(() => register({ reloadsOnUpdate: true }))
  // Many visitors of a form only look at it: the client and the toasts are loaded when they start to use it.
  if (!isSignedIn() && name.endsWith('-form')) onFirstInteraction(() => loadCallScripts(name))
  else loadCallScripts(name)
  if (!isSignedIn()) return
  const bell = document.getElementById('bell')
  // On failure the header keeps its plain link.
  if (bell) import('./notifications/bell.tsx').then((module) => module.mountBell(bell)).catch(() => undefined)
}

/** Loads the HTTP client and the toasts. */
function loadCallScripts(name: string): void {
  const client = loadClient().catch(() => undefined)
  // Copy, Download and Share report in a toast and work offline, so these pages load toasts immediately.
  if (isSignedIn() || name.endsWith('-success')) loadToasts().catch(() => undefined)
  else void client.then(whenIdle).then(() => loadToasts().catch(() => undefined))
  void whenIdle().then(() => register({ reloadsOnUpdate: false }))
}

/** Registers the service worker, in builds. Where the browser refuses it, pages open with a connection only. */
function register(options: { reloadsOnUpdate: boolean }): void {
  if (!import.meta.env.PROD) return
  import('./lib/service-worker.ts')
    .then((module) => module.registerServiceWorker(options))
    .catch(() => undefined)
}

/** Calls back once, when the user first focuses or presses something; immediately if they already have. */
function onFirstInteraction(callback: () => void): void {
  if (document.activeElement && document.activeElement !== document.body) {
    callback()
    return
  }
  const listeners = new AbortController()
  const onInteraction = () => {
    listeners.abort()
    callback()
  }
  for (const event of ['focusin', 'pointerdown', 'keydown'])
    document.addEventListener(event, onInteraction, { capture: true, signal: listeners.signal })
}

/** Resolves when the browser is idle. Safari does not support requestIdleCallback. */
const whenIdle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: idleTimeoutMs })
    else setTimeout(resolve, idleTimeoutMs)
  })
