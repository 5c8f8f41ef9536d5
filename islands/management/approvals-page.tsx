import { approvalKinds, getApprovals } from '../../shared/management/approvals.ts'
import { useQuery } from '../account/use-query.ts'
import type { ManagementPage } from '../pages.ts'
import { Approvals, approvalKindNames } from './approvals.tsx'
import { ClearFilters } from './clear-filters.tsx'
import { menuTexts } from './menu-texts.ts'
import { PageLayout } from './page-layout.tsx'
import { Select } from './select.tsx'
import { managementTexts } from './texts.ts'
import { useFilters } from './use-filters.ts'

/** Requests of every kind that a second manager approves or rejects, pending ones first, then recent decisions. */
export default function ApprovalsPage(page: ManagementPage) {
  const { filters, set, query } = useFilters(getApprovals)
  const approvals = useQuery(getApprovals, { query })
  return (
    <PageLayout
      {...page}
      path="/management/approvals"
      title={menuTexts.approvals()}
      action={
        <Select
          label={managementTexts.type()}
          name="kind"
          value={filters.kind}
          choices={[
            ['', managementTexts.all()],
            ...approvalKinds.map((kind) => [kind, approvalKindNames[kind]()] as const),
          ]}
          onValueChange={(kind) => set({ kind })}
        />
      }
    >
      <Approvals
        query={approvals}
        caption={menuTexts.approvals()}
        hasKinds
        emptyAction={
          filters.kind ? (
            <ClearFilters filters={filters} set={set} />
          ) : (
            <a href="/management">{managementTexts.toOverview()}</a>
          )
        }
      />
    </PageLayout>
  )
}
