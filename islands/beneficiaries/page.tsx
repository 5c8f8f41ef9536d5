import { useState } from 'react'
import type { Beneficiary } from '../../shared/beneficiaries.ts'
import { AccountHead } from '../account/account-head.tsx'
import { LaterDialog } from '../account/later-dialog.tsx'
import type { BeneficiariesPage } from '../pages.ts'
import { Button, Overlay, PlusIcon } from '../ui/index.ts'
import { BeneficiaryCard, type Opening } from './card.tsx'
import { BeneficiaryDetails } from './details.tsx'
import { matching, type Tab } from './kinds.ts'
import { Tabs } from './tabs.tsx'
import { useBeneficiaries } from './use-beneficiaries.ts'

const add = () => import('./add.tsx')
const subscribe = () => import('./subscribe.tsx')
const reserve = () => import('../virtual-accounts/reserve.tsx')
const change = () => import('./change.tsx')
const account = () => import('../virtual-accounts/account-details.tsx')

/** Whom somebody pays for: meters, smartcards, phones and devices, to buy for them without typing. */
export default function Beneficiaries(page: BeneficiariesPage) {
  const { profile, options, simulated } = page
  const saved = useBeneficiaries(page.beneficiaries, profile?.email_verified === true)
  const [tab, setTab] = useState<Tab>('all')
  const [typed, setTyped] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const [open, setOpen] = useState<{ it: Beneficiary; what: Opening } | null>(null)
  const shown = matching(saved.all, tab, typed)
  const close = () => setOpen(null)

  return (
    <div className="stack wide">
      <AccountHead {...page} />
      <h1>Beneficiaries</h1>
      <input
        type="search"
        className="field-input script-only"
        aria-label="Search"
        placeholder="Search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Tabs tab={tab} onTab={setTab} />
      <div id="beneficiaries" role="tabpanel" aria-label="Beneficiaries" className="stack">
        <p className="empty" role="status">
          {saved.loading
            ? 'Please wait!, loading beneficiaries...'
            : noticeOf({ all: saved.all, tab, typed, shown })}
        </p>
        {saved.all.length > 0 ? (
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {shown.map((it) => (
              <li key={it.uniqueid}>
                <BeneficiaryCard
                  it={it}
                  profile={profile}
                  onOpen={(what) => setOpen({ it, what })}
                  onDelete={() => saved.remove(it)}
                />
              </li>
            ))}
            <li className="script-only">
              <button type="button" className="tile" onClick={() => setIsAdding(true)}>
                <span className="tile-icon">
                  <PlusIcon />
                </span>
                Add New
              </button>
            </li>
          </ul>
        ) : (
          !saved.loading && (
            <Button className="btn-wide script-only" onClick={() => setIsAdding(true)}>
              Add Beneficiary
            </Button>
          )
        )}
      </div>
      {isAdding && (
        <LaterDialog
          load={add}
          props={{
            profile,
            onClose: () => setIsAdding(false),
            onAdded: (type) => {
              setIsAdding(false)
              void saved.reload([type])
            },
          }}
        />
      )}
      {open?.what === 'details' && (
        <BeneficiaryDetails
          it={open.it}
          onChange={() => setOpen({ it: open.it, what: 'change' })}
          onClose={close}
        />
      )}
      {open?.what === 'change' && (
        <LaterDialog
          load={change}
          props={{
            it: open.it,
            onClose: close,
            onChanged: () => {
              close()
              void saved.reload([open.it.beneficiary_type])
            },
          }}
        />
      )}
      {open?.what === 'subscribe' && (
        <LaterDialog load={subscribe} props={{ it: open.it, profile, options, simulated, onClose: close }} />
      )}
      {open?.what === 'account' &&
        (open.it.virtual_account ? (
          <LaterDialog
            load={account}
            props={{ it: open.it.virtual_account, beneficiaryId: open.it.uniqueid, onClose: close }}
          />
        ) : (
          <LaterDialog load={reserve} props={{ it: open.it, onClose: close }} />
        ))}
      {saved.removing && <Overlay text={`Removing ${saved.removing}`} />}
    </div>
  )
}

interface Shown {
  all: readonly Beneficiary[]
  tab: Tab
  typed: string
  shown: readonly Beneficiary[]
}

/** Source: specification 2, section 2; decision E-011 */
function noticeOf({ all, tab, typed, shown }: Shown): string {
  if (all.length === 0) return "You don't have any beneficiary saved!"
  if (matching(all, tab, '').length === 0) return 'User does not have a beneficiary.'
  return shown.length === 0 && typed.trim() !== '' ? 'No match found!' : ''
}
