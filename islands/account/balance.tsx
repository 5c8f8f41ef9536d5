import { useSyncExternalStore } from 'react'
import { formatMoney } from '../lib/index.ts'
import { readStored, writeStored } from '../lib/storage.ts'
import { HideIcon, ShowIcon } from './balance-icons.tsx'
import { walletTexts } from './wallet-texts.ts'

const storageKey = 'balance-hidden'
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setHidden(isHidden: boolean): void {
  writeStored('local', storageKey, isHidden)
  for (const listener of listeners) listener()
}

/** Whether this browser hides the balance; null in the server's HTML, because only the browser stores it. */
const useHidden = (): boolean | null =>
  useSyncExternalStore(
    subscribe,
    () => readStored('local', storageKey) === true,
    () => null,
  )

/** The wallet balance with a switch that hides it. The browser stores the choice. */
export function Balance({ naira, id, title }: { naira: number; id: string; title: string }) {
  const isHidden = useHidden()
  return (
    <div>
      <div className="balance-head">
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          className="icon-btn script-only"
          aria-label={isHidden ? walletTexts.showBalance() : walletTexts.hideBalance()}
          onClick={() => setHidden(!isHidden)}
        >
          {isHidden ? <ShowIcon /> : <HideIcon />}
        </button>
      </div>
      {isHidden ? (
        <p className="amount">
          <span aria-hidden="true">₦••••••</span>
          <span className="sr-only">{walletTexts.balanceHidden()}</span>
        </p>
      ) : (
        <p className={isHidden === null ? 'amount balance-unknown' : 'amount'}>{formatMoney(naira)}</p>
      )}
    </div>
  )
}
