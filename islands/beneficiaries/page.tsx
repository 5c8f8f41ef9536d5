import { useState } from 'react'
import type { Beneficiary } from '../../shared/beneficiaries.ts'
import { AccountHead } from '../account/account-head.tsx'
import { LazyDialog } from '../account/lazy-dialog.tsx'
import type { BeneficiariesPage } from '../pages.ts'
import { Button, commonTexts, Overlay, PlusIcon } from '../ui/index.ts'
import { type BeneficiaryAction, BeneficiaryCard } from './beneficiary-card.tsx'
import { beneficiaryNumberOf } from './beneficiary-summary.ts'
import { BeneficiaryDetails } from './details.tsx'
import { Tabs } from './tabs.tsx'
import { beneficiariesTexts } from './texts.ts'
import { filterBeneficiaries, type Tab } from './type-configs.ts'
import { type BeneficiariesState, useBeneficiaries } from './use-beneficiaries.ts'

const add = () => import('./add.tsx')
const loadPurchaseDialog = () => import('./subscribe.tsx')
const reserve = () => import('../virtual-accounts/reserve.tsx')
const change = () => import('./change.tsx')
const account = () => import('../virtual-accounts/account-details.tsx')

/** Saved meters, smartcards, phones and devices, to buy for without typing. */
export default function Beneficiaries(page: BeneficiariesPage) {
  const { profile, options, simulated } = page
  const saved = useBeneficiaries(page.beneficiaries, profile?.email_verified === true)
  const [tab, setTab] = useState<Tab>('all')
  const [searchInput, setTyped] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const [open, setOpen] = useState<{ beneficiary: Beneficiary; action: BeneficiaryAction } | null>(null)
  const visible = filterBeneficiaries(saved.all, tab, searchInput)
  const close = () => setOpen(null)

  return (
    <div className="stack wide">
      <AccountHead {...page} />
      <h1>{beneficiariesTexts.title()}</h1>
      <input
        type="search"
        className="field-input script-only"
        aria-label={commonTexts.search()}
        placeholder={commonTexts.search()}
        autoComplete="off"
        value={searchInput}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Tabs tab={tab} onTab={setTab} />
      <div id="beneficiaries" role="tabpanel" aria-label={beneficiariesTexts.title()} className="stack">
        <p className="empty" role="status">
          {saved.loading
            ? beneficiariesTexts.loading()
            : noticeOf({ all: saved.all, tab, typed: searchInput, visible })}
        </p>
        <div role="status">
          {saved.removed && (
            <p className="note row">
              {beneficiariesTexts.removedNumber({ number: beneficiaryNumberOf(saved.removed.beneficiary) })}
              <UndoButton removed={saved.removed} state={saved} />
            </p>
          )}
        </div>
        {saved.all.length > 0 ? (
          <ul className="card-grid">
            {visible.map((beneficiary) => (
              <li key={beneficiary.uniqueid}>
                <BeneficiaryCard
                  beneficiary={beneficiary}
                  profile={profile}
                  forecast={page.forecasts.find(({ number }) => number === beneficiary.number)}
                  onOpen={(action) => setOpen({ beneficiary, action })}
                  onDelete={() => saved.remove(beneficiary)}
                />
              </li>
            ))}
            <li className="script-only">
              <button type="button" className="tile" onClick={() => setIsAdding(true)}>
                <span className="tile-icon">
                  <PlusIcon />
                </span>
                {beneficiariesTexts.addNew()}
              </button>
            </li>
          </ul>
        ) : (
          !saved.loading && (
            <Button className="btn-wide script-only" onClick={() => setIsAdding(true)}>
              {beneficiariesTexts.addBeneficiary()}
            </Button>
          )
        )}
      </div>
      {isAdding && (
        <LazyDialog
          load={add}
          props={{
            profile,
            onClose: () => setIsAdding(false),
            onAdded: (type) => {
              setIsAdding(false)
              saved.reload(type)
            },
          }}
        />
      )}
      {open?.action === 'details' && (
        <BeneficiaryDetails
          beneficiary={open.beneficiary}
          onChange={() => setOpen({ beneficiary: open.beneficiary, action: 'change' })}
          onClose={close}
        />
      )}
      {open?.action === 'change' && (
        <LazyDialog
          load={change}
          props={{
            beneficiary: open.beneficiary,
            onClose: close,
            onChanged: () => {
              close()
              saved.reload(open.beneficiary.beneficiary_type)
            },
          }}
        />
      )}
      {open?.action === 'subscribe' && (
        <LazyDialog
          load={loadPurchaseDialog}
          props={{ beneficiary: open.beneficiary, profile, options, simulated, onClose: close }}
        />
      )}
      {open?.action === 'account' &&
        (open.beneficiary.virtual_account ? (
          <LazyDialog
            load={account}
            props={{
              account: open.beneficiary.virtual_account,
              beneficiaryId: open.beneficiary.uniqueid,
              onClose: close,
            }}
          />
        ) : (
          <LazyDialog load={reserve} props={{ beneficiary: open.beneficiary, onClose: close }} />
        ))}
      {saved.removing && <Overlay text={beneficiariesTexts.removing({ kind: saved.removing })} />}
    </div>
  )
}

interface UndoProps {
  removed: NonNullable<BeneficiariesState['removed']>
  state: BeneficiariesState
}

const UndoButton = ({ removed, state }: UndoProps) => (
  <Button kind="plain" busy={state.isRestoring} onClick={() => void state.restore(removed)}>
    {beneficiariesTexts.undo()}
  </Button>
)

interface NoticeInput {
  all: readonly Beneficiary[]
  tab: Tab
  typed: string
  visible: readonly Beneficiary[]
}

/** Source: specification 2, section 2; decision E-011 */
function noticeOf({ all, tab, typed, visible }: NoticeInput): string {
  if (all.length === 0) return beneficiariesTexts.emptyList()
  if (filterBeneficiaries(all, tab, '').length === 0) return beneficiariesTexts.emptyType()
  return visible.length === 0 && typed.trim() !== '' ? commonTexts.noMatch() : ''
}
