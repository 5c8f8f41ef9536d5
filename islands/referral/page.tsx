import { utwPerNaira } from '../../shared/constants.ts'
import type { Referral } from '../../shared/referral.ts'
import { AccountHead } from '../account/account-head.tsx'
import { formatMoney, toast } from '../lib/index.ts'
import type { ReferralPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, CopyButton, commonTexts, EmptyState, ShareIcon } from '../ui/index.ts'
import { Redeem } from './redeem.tsx'
import { referralTexts } from './texts.ts'

/** Referral code, referred users and earned bonus. Source: specification 2, section 2, "Redeem referral bonus form" */
export default function Referrals(page: ReferralPage) {
  const { referral } = page
  return (
    <div className="stack">
      <AccountHead {...page} />
      <h1>{referralTexts.title()}</h1>
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
        toast.error(referralTexts.notShared())
    }
  }
  return (
    <section className="card stack" aria-labelledby="share">
      <h2 id="share">{referralTexts.codeTitle()}</h2>
      <p>{referralTexts.introduction({ bonus, minimum: formatMoney(bonus_min_amount) })}</p>
      {code && <p className="amount">{code}</p>}
      {share_url && (
        <>
          <p>{share_url}</p>
          <div className="row script-only">
            <CopyLinkButton url={share_url} text={referralTexts.copyLink()} />
            <Button
              kind="plain"
              onClick={() =>
                'share' in navigator ? void share(share_url) : toast.error(referralTexts.shareUnavailable())
              }
            >
              <ShareIcon />
              {referralTexts.share()}
            </Button>
          </div>
        </>
      )}
      <p className="field-hint">{referralTexts.exchangeRate({ rate: utwPerNaira })}</p>
    </section>
  )
}

const CopyLinkButton = ({ url, text }: { url: string; text: string }) => (
  <CopyButton
    text={url}
    successMessage={referralTexts.linkCopied()}
    failureMessage={referralTexts.linkNotCopied()}
  >
    {text}
  </CopyButton>
)

const ReferredUsers = ({ referral: { list, earned, share_url } }: { referral: Referral }) => (
  <section className="card stack" aria-labelledby="friends">
    <h2 id="friends">{referralTexts.usersTitle()}</h2>
    {list.length === 0 ? (
      <EmptyState drawing="chat" text={commonTexts.noData()} hint={referralTexts.noUsersHint()}>
        {share_url && (
          <div className="script-only">
            <CopyLinkButton url={share_url} text={referralTexts.copyReferralLink()} />
          </div>
        )}
      </EmptyState>
    ) : (
      <>
        <p>{referralTexts.earned({ bonus: earned })}</p>
        <ul>
          {list.map(({ name, joined_at, bonus }) => (
            <li key={`${name} ${joined_at}`} className="list-row">
              <span>
                {name}
                <small>
                  <DateTime value={joined_at} />
                </small>
              </span>
              <strong className={bonus === null ? '' : 'money-in'}>
                {bonus === null ? referralTexts.noPurchase() : referralTexts.userBonus({ bonus })}
              </strong>
            </li>
          ))}
        </ul>
      </>
    )}
  </section>
)
