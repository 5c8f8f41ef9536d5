import { FilterPanel, type FilterPanelProps } from '../ui/filter-panel.tsx'
import { managementTexts } from './texts.ts'

/** The search and filters of a list of the back office. */
export const ManagedFilterPanel = (props: Omit<FilterPanelProps, 'label'>) => (
  <FilterPanel {...props} label={managementTexts.filters} />
)
