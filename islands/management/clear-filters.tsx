import { Button } from '../ui/index.ts'
import { managementTexts } from './texts.ts'

interface ClearFiltersProps<Name extends string> {
  filters: Readonly<Record<Name, string>>
  set: (changes: Record<Name, string>) => void
}

/** Button of an empty list that removes the filters; none without filters. */
export function ClearFilters<Name extends string>({ filters, set }: ClearFiltersProps<Name>) {
  const active = Object.entries(filters).filter(([, value]) => value !== '')
  if (active.length === 0) return null
  const clear = () =>
    set(Object.fromEntries(Object.keys(filters).map((name) => [name, ''])) as Record<Name, string>)
  return (
    <Button kind="plain" onClick={clear}>
      {managementTexts.clearFilters()}
    </Button>
  )
}
