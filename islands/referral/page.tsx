import { utwPerNaira } from '../../shared/constants.ts'
import type { Referral } from '../../shared/referral.ts'
import { AccountHead } from '../account/account-head.tsx'
import { formatMoney, toast } from '../lib/index.ts'
import type { ReferralPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, CopyButton, ShareIcon } from '../ui/index.ts'
import { Redeem } from './redeem.tsx'

/** Referral code, referred users and earned bonus. Source: specification 2, section 2, "Redeem referral bonus form" */
export default function Referrals(page: ReferralPage) {
  const { referral } = page
  return (
    <div className="stack">
      <AccountHead {...page} />
      <h1>Referral</h1>
      {referral && (
        <>
          <Share referral={referral} />
          <Redeem referral={referral} />
          <ReferredUsers referral={referral} />
        </>
      )}
    </div>
  )
}

function Share({ referral: { code, share_url, bonus, bonus_min_amount } }: { referral: Referral }) {
  async function share(url: string): Promise<void> {
    try {
      await navigator.share({ url })
    } catch (error) {
      // AbortError: the user closed the share sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        toast.error('It could not be shared. Copy the link instead.')
    }
  }
  return (
    <section className="card stack" aria-labelledby="share">
      <h2 id="share">Your referral code</h2>
      <p>
        A friend who registers with it earns you {bonus} UTW, once an order of {formatMoney(bonus_min_amount)}{' '}
        or more is delivered to them.
      </p>
      {code && <p className="amount">{code}</p>}
      {share_url && (
        <>
          <p className="break-words">{share_url}</p>
          <div className="row script-only">
            <CopyButton text={share_url} copied="Link copied." failed="The link could not be copied.">
              Copy link
            </CopyButton>
            <Button
              kind="plain"
              onClick={() =>
                'share' in navigator
                  ? void share(share_url)
                  : toast.error(
                      'This sharing option is not available on this device. Please try again or choose another option.',
                    )
              }
            >
              <ShareIcon />
              Share
            </Button>
          </div>
        </>
      )}
      <p className="field-hint">
        {utwPerNaira} NGN = {utwPerNaira} UTW point
      </p>
    </section>
  )
}

const ReferredUsers = ({ referral: { list, earned } }: { referral: Referral }) => (
  <section className="card stack" aria-labelledby="friends">
    <h2 id="friends">People you referred</h2>
    {list.length === 0 ? (
      <p className="empty">No data...</p>
    ) : (
      <>
        <p>Earned so far: {earned} UTW</p>
        <ul>
          {list.map(({ name, joined_at, bonus }) => (
            <li key={`${name} ${joined_at}`} className="movement">
              <span>
                {name}
                <small>
                  <DateTime value={joined_at} />
                </small>
              </span>
              <strong className={bonus === null ? '' : 'money-in'}>
                {bonus === null ? 'No purchase yet' : `+${bonus} UTW`}
              </strong>
            </li>
          ))}
        </ul>
      </>
    )}
  </section>
)
