import { pushUrlSearch, useUrlSearch } from './use-url-search.ts'

/**
 * The open section of a page, from the parameter `section` of its URL. The first section has no parameter, and an
 * unknown name opens it. A change of section removes the filters of the previous one.
 */
export function useSection<Name extends string>(names: readonly [Name, ...Name[]]) {
  const requested = new URLSearchParams(useUrlSearch()).get('section')
  const section = names.find((name) => name === requested) ?? names[0]

  function openSection(name: Name): void {
    if (name !== section) pushUrlSearch(new URLSearchParams(name === names[0] ? {} : { section: name }))
  }
  return [section, openSection] as const
}
