import { useState } from 'react'
import type { Beneficiary } from '../../shared/beneficiaries.ts'
import { AccountHead } from '../account/account-head.tsx'
import { fetchErrorText } from '../account/account-request.ts'
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

const loadAddDialog = () => import('./add.tsx')
const loadPurchaseDialog = () => import('./purchase-dialog.tsx')
const loadReserveDialog = () => import('../virtual-accounts/reserve.tsx')
const loadEditDialog = () => import('./edit-dialog.tsx')
const loadAccountDialog = () => import('../virtual-accounts/account-details.tsx')

/** Saved meters, smartcards, phones and devices, to buy for without typing. */
export default function Beneficiaries(page: BeneficiariesPage) {
  const { profile, options, simulated } = page
  const state = useBeneficiaries(page.beneficiaries, profile?.email_verified === true)
  const [tab, setTab] = useState<Tab>('all')
  const [searchInput, setSearchInput] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const [openItem, setOpenItem] = useState<{ beneficiary: Beneficiary; action: BeneficiaryAction } | null>(
    null,
  )
  const visible = filterBeneficiaries(state.beneficiaries, tab, searchInput)
  const close = () => setOpenItem(null)

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
        onChange={(event) => setSearchInput(event.target.value)}
      />
      <Tabs tab={tab} onTab={setTab} />
      <div id="beneficiaries" role="tabpanel" aria-label={beneficiariesTexts.title()} className="stack">
        <p className="empty" role="status">
          {state.isLoading ? beneficiariesTexts.loading() : noticeOf({ state, tab, searchInput, visible })}
        </p>
        <div role="status">
          {state.lastRemoved && (
            <p className="note row">
              {beneficiariesTexts.removedNumber({
                number: beneficiaryNumberOf(state.lastRemoved.beneficiary),
              })}
              <UndoButton removed={state.lastRemoved} state={state} />
            </p>
          )}
        </div>
        {state.beneficiaries.length > 0 ? (
          <ul className="card-grid">
            {visible.map((beneficiary) => (
              <li key={beneficiary.uniqueid}>
                <BeneficiaryCard
                  beneficiary={beneficiary}
                  profile={profile}
                  forecast={page.forecasts.find(({ number }) => number === beneficiary.number)}
                  onOpen={(action) => setOpenItem({ beneficiary, action })}
                  onDelete={() => state.remove(beneficiary)}
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
          !state.isLoading && (
            <p className="empty script-only">
              <Button onClick={() => setIsAdding(true)}>{beneficiariesTexts.addBeneficiary()}</Button>
            </p>
          )
        )}
      </div>
      {isAdding && (
        <LazyDialog
          load={loadAddDialog}
          props={{
            profile,
            onClose: () => setIsAdding(false),
            onAdded: (type) => {
              setIsAdding(false)
              state.reload(type)
            },
          }}
        />
      )}
      {openItem?.action === 'details' && (
        <BeneficiaryDetails
          beneficiary={openItem.beneficiary}
          onChange={() => setOpenItem({ beneficiary: openItem.beneficiary, action: 'edit' })}
          onClose={close}
        />
      )}
      {openItem?.action === 'edit' && (
        <LazyDialog
          load={loadEditDialog}
          props={{
            beneficiary: openItem.beneficiary,
            onClose: close,
            onChanged: () => {
              close()
              state.reload(openItem.beneficiary.beneficiary_type)
            },
          }}
        />
      )}
      {openItem?.action === 'purchase' && (
        <LazyDialog
          load={loadPurchaseDialog}
          props={{ beneficiary: openItem.beneficiary, profile, options, simulated, onClose: close }}
        />
      )}
      {openItem?.action === 'account' &&
        (openItem.beneficiary.virtual_account ? (
          <LazyDialog
            load={loadAccountDialog}
            props={{
              account: openItem.beneficiary.virtual_account,
              beneficiaryId: openItem.beneficiary.uniqueid,
              onClose: close,
            }}
          />
        ) : (
          <LazyDialog
            load={loadReserveDialog}
            props={{ beneficiary: openItem.beneficiary, onClose: close }}
          />
        ))}
      {state.removingKind && <Overlay text={beneficiariesTexts.removing({ kind: state.removingKind })} />}
    </div>
  )
}

interface UndoProps {
  removed: NonNullable<BeneficiariesState['lastRemoved']>
  state: BeneficiariesState
}

const UndoButton = ({ removed, state }: UndoProps) => (
  <Button kind="plain" busy={state.isRestoring} onClick={() => void state.restore(removed)}>
    {beneficiariesTexts.undo()}
  </Button>
)

interface NoticeInput {
  state: BeneficiariesState
  tab: Tab
  searchInput: string
  visible: readonly Beneficiary[]
}

/**
 * The notice instead of rows: not loaded, no beneficiary at all, none of the chosen type, or none that matches the search.
 * Empty if there are rows. Source: specification 2, section 2; ruling E-011
 */
function noticeOf({
  state: { beneficiaries, missingTypes },
  tab,
  searchInput,
  visible,
}: NoticeInput): string {
  const isEmptyTab = filterBeneficiaries(beneficiaries, tab, '').length === 0
  const isMissing = missingTypes.some((type) => tab === 'all' || tab === type)
  if (isEmptyTab && isMissing) return fetchErrorText()
  if (beneficiaries.length === 0) return beneficiariesTexts.emptyList()
  if (isEmptyTab) return beneficiariesTexts.emptyType()
  return visible.length === 0 && searchInput.trim() !== '' ? commonTexts.noMatch() : ''
}
