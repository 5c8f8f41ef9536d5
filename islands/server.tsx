import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { type MessageLanguage, resetLanguage, setLanguageSource } from '../shared/i18n.ts'
import { managementIslands } from './management-islands.ts'
import { type IslandName, type IslandProps, loadIsland, pageIslands } from './registry.ts'
import { serviceIslands } from './services.ts'
import { ErrorBoundary } from './ui/boundary.tsx'

export const islandNames: readonly string[] = [
  ...Object.keys(pageIslands),
  ...Object.keys(managementIslands),
  ...Object.entries(serviceIslands).flatMap(([service, pages]) =>
    Object.keys(pages).map((page) => `${service}-${page}`),
  ),
]

/** Every island, loaded before the first page: rendering does not wait. */
const components = new Map(
  await Promise.all(
    islandNames.map(
      async (name) => [name, (await loadIsland(name))?.default as ComponentType<object> | undefined] as const,
    ),
  ),
)

/**
 * HTML of an island, as the browser will hydrate it. Rendering is synchronous, so no other page is in its language.
 * Throws for an unregistered name.
 */
export function render<Name extends IslandName>(
  name: Name,
  props: IslandProps[Name],
  language?: MessageLanguage,
): string {
  const Island = components.get(name)
  if (!Island) throw new Error(`There is no island called ${name}.`)
  if (language) setLanguageSource(() => language)
  try {
    return renderToString(
      <ErrorBoundary>
        <Island {...props} />
      </ErrorBoundary>,
    )
  } finally {
    resetLanguage()
  }
}
