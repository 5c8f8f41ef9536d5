import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { loadClient } from './lib/api.ts'
import { noticePerson } from './lib/cache.ts'
import { endEarly, watchEarly } from './lib/early.ts'
import { watchFocus } from './lib/focus.ts'
import { isSignedIn } from './lib/meta.ts'
import { readPageData } from './lib/page-data.ts'
import { loadToasts } from './lib/toast.ts'
import type { IslandName } from './pages.ts'
import { islands } from './registry.ts'
import { Boundary } from './ui/boundary.tsx'

const root = document.getElementById('island')
const page = readPageData()
if (root && page) void wake(root, page.island, page.props)

/** Gives the island its life: its HTML is there already, and so may be what somebody typed into it. */
async function wake(root: HTMLElement, name: string, props: object): Promise<void> {
  noticePerson()
  watchEarly(root)
  const load = isIsland(name) ? islands[name] : undefined
  if (!load) return console.error(`There is no island called ${name}.`)
  // The shell printed these props for this very island.
  const Island = (await load()).default as ComponentType<object>
  hydrateRoot(
    root,
    <Boundary whenReady={stand}>
      <Island {...props} />
    </Boundary>,
  )
}

/** The island stands: what it needs for its first call may come now. Without it the call tries again, and says so. */
function stand(): void {
  endEarly()
  watchFocus()
  loadClient().catch(() => undefined)
  if (!isSignedIn()) return
  loadToasts().catch(() => undefined)
  const bell = document.getElementById('bell')
  // Without it the head keeps its plain link.
  if (bell) import('./notifications/bell.tsx').then((it) => it.hang(bell)).catch(() => undefined)
}

function isIsland(name: string): name is IslandName {
  return Object.hasOwn(islands, name)
}
