import { beneficiariesPath } from '../../shared/pages.ts'
import type { ListedVirtualAccount } from '../../shared/virtual-accounts.ts'
import { CopyButton, ServiceIcon } from '../ui/index.ts'
import { walletTexts } from './wallet-texts.ts'

const services = { power: 'power', 'cable-tv': 'cabletv' } as const

/** Virtual accounts, each large and copyable; closed while there is none. */
export const AccountNumbers = ({ virtualAccounts }: { virtualAccounts: readonly ListedVirtualAccount[] }) => (
  <details className="disclosure" open={virtualAccounts.length > 0}>
    <summary>
      <h2>{walletTexts.accountsTitle()}</h2>
    </summary>
    <div className="stack">
      {virtualAccounts.length === 0 ? (
        <>
          <p>{walletTexts.noAccounts()}</p>
          <a className="btn btn-plain" href={beneficiariesPath}>
            {walletTexts.reserveAccount()}
          </a>
        </>
      ) : (
        <>
          <p className="field-hint">{walletTexts.accountsHint()}</p>
          <ul>
            {virtualAccounts.map((account) => (
              <li key={account.account_number} className="due">
                <ServiceIcon service={services[account.type]} />
                <span>
                  <span className="account-number">{account.account_number}</span>
                  <small>
                    {walletTexts.accountOf({ bank: account.bank_name, holder: account.account_name })}
                  </small>
                  <small>{ownerText(account)}</small>
                  {account.status === 'closed' && (
                    <small className="text-bad">{walletTexts.accountClosed()}</small>
                  )}
                </span>
                <CopyButton
                  className="script-only"
                  text={account.account_number}
                  successMessage={walletTexts.accountNumberCopied()}
                  failureMessage={walletTexts.accountNumberNotCopied()}
                  aria-label={walletTexts.copyAccountNumberOf({ number: account.account_number })}
                >
                  {walletTexts.copyAccountNumber()}
                </CopyButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  </details>
)

const ownerText = ({ name, number }: ListedVirtualAccount) =>
  name ? walletTexts.accountFor({ name, number }) : walletTexts.accountForNumber({ number })
