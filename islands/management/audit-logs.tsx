import { useState } from 'react'
import { type AuditEntry, getAuditLogs } from '../../shared/operations.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Form } from '../ui/form.tsx'
import { Button, commonTexts, TextField } from '../ui/index.ts'
import { actionChoices, actionLabel, isRead } from './audit-actions.ts'
import { auditLogsTexts } from './audit-logs-texts.ts'
import { ClearFilters } from './clear-filters.tsx'
import { DateRangeFields } from './date-range.tsx'
import { ManagedFilterPanel } from './filter-panel.tsx'
import { capitalise, displayName } from './labels.ts'
import { menuTexts } from './menu-texts.ts'
import { PageLayout } from './page-layout.tsx'
import { PagedTable } from './query-table.tsx'
import { Select } from './select.tsx'
import { ShortReference } from './short-reference.tsx'
import { managementTexts } from './texts.ts'
import { useFilters } from './use-filters.ts'
import { UserPicker } from './user-picker.tsx'

/** The person acted, or the event affected the person's data. */
type PersonRole = 'user_id' | 'about_user_id'

/** Audit log: actions and reads of personal data, with their actors. */
export default function AuditLogs(page: ManagementPage) {
  const { filters, set, query } = useFilters(getAuditLogs)
  const [subjectInput, setSubjectInput] = useState<string | null>(null)
  const [name, setName] = useState<string | null>(null)
  const person = filters.user_id || filters.about_user_id
  const role: PersonRole = filters.about_user_id ? 'about_user_id' : 'user_id'
  const setPerson = (id: string, as: PersonRole) => set({ user_id: '', about_user_id: '', [as]: id })
  const showsReads = filters.reads === 'include' || isRead(filters.action)
  const entries = useInfiniteQuery(getAuditLogs, {
    query: { ...query, reads: showsReads ? 'include' : 'exclude' },
  })
  return (
    <PageLayout {...page} path="/management/audit-logs" title={menuTexts.auditLog()}>
      <ManagedFilterPanel filters={filters}>
        <Form
          className="card form filters"
          onSubmit={() => {
            set({ subject: (subjectInput ?? filters.subject).trim() })
            setSubjectInput(null)
          }}
        >
          <div className="columns four even">
            <Select
              label={auditLogsTexts.action()}
              name="action"
              value={filters.action}
              choices={[['', managementTexts.all()], ...actionChoices(filters.action)]}
              onValueChange={(action) => set({ action })}
            />
            <TextField
              name="subject"
              label={auditLogsTexts.record()}
              hint={auditLogsTexts.recordHint()}
              placeholder={auditLogsTexts.recordHint()}
              autoComplete="off"
              value={subjectInput ?? filters.subject}
              onValueChange={setSubjectInput}
            />
            <DateRangeFields from={filters.from} to={filters.to} onChange={set} />
          </div>
          <div className="columns even">
            <UserPicker
              user={person ? { id: person, name: name ?? person } : null}
              onChoose={(user) => {
                setName(user.name)
                setPerson(user.id, role)
              }}
            />
            {person && (
              <Select
                label={auditLogsTexts.person()}
                name="person"
                value={role}
                choices={[
                  ['user_id', auditLogsTexts.personActed()],
                  ['about_user_id', auditLogsTexts.personAffected()],
                ]}
                onValueChange={(as) => setPerson(person, as === 'about_user_id' ? as : 'user_id')}
              />
            )}
          </div>
          <label className="check">
            <input
              type="checkbox"
              name="reads"
              checked={showsReads}
              disabled={isRead(filters.action)}
              onChange={({ target }) => set({ reads: target.checked ? 'include' : '' })}
            />{' '}
            {auditLogsTexts.showReads()}
          </label>
          <div className="row">
            <Button type="submit">{commonTexts.search()}</Button>
            {person && (
              <Button kind="plain" onClick={() => setPerson('', 'user_id')}>
                {auditLogsTexts.allUsers()}
              </Button>
            )}
          </div>
        </Form>
      </ManagedFilterPanel>
      <section className="card stack" aria-label={auditLogsTexts.entries()}>
        <PagedTable
          query={entries}
          caption={menuTexts.auditLog()}
          keyOf={(entry) => entry.id}
          emptyText={auditLogsTexts.empty()}
          emptyAction={<ClearFilters filters={filters} set={set} />}
          columns={[
            { header: commonTexts.date(), narrow: [2, 'end'], timeOf: (entry) => entry.at },
            {
              header: auditLogsTexts.actor(),
              narrow: [2, 'start'],
              renderCell: (entry) => (
                <span className="one-line" title={actorName(entry)}>
                  {actorName(entry)}
                </span>
              ),
            },
            {
              header: auditLogsTexts.action(),
              narrow: [1, 'line'],
              renderCell: (entry) => (
                <span className="one-line" title={actionLabel(entry.action)}>
                  {actionLabel(entry.action)}
                </span>
              ),
            },
            {
              header: auditLogsTexts.record(),
              narrow: [3, 'line'],
              isLong: true,
              renderCell: ({ subject }) => subject && <ShortReference value={subject} />,
            },
            {
              header: auditLogsTexts.detail(),
              narrow: [4, 'line'],
              isLong: true,
              renderCell: detailText,
            },
          ]}
        />
      </section>
    </PageLayout>
  )
}

const roleNames = {
  user: managementTexts.user,
  manager: managementTexts.manager,
  command: auditLogsTexts.command,
  system: auditLogsTexts.system,
} as const satisfies Record<AuditEntry['role'], () => string>

const actorName = ({ actor, role }: AuditEntry): string => actor?.name ?? roleNames[role]()

/** The stored details, with amounts in naira. */
function detailText({ action, detail }: AuditEntry): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => auditLogsTexts.detailItem(detailItem(action, name, String(value))))
    .join(', ')
}

function detailItem(action: string, name: string, value: string): { name: string; value: string } {
  if (name === 'kobo') return { name: auditLogsTexts.amount(), value: formatMoney(Number(value) / 100) }
  if (name === 'naira') return { name: auditLogsTexts.amount(), value: formatMoney(Number(value)) }
  // The subject that a manager enters for a wallet credit is its reason in the ledger.
  if (name === 'reason' && action.startsWith('wallet.')) return { name: managementTexts.subject(), value }
  return { name: capitalise(displayName(name)), value }
}
