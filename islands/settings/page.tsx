import { AccountHead } from '../account/account-head.tsx'
import { Lazy } from '../lib/lazy.tsx'
import type { SettingsPage } from '../pages.ts'
import { AccountDataForm } from './account-data.tsx'
import { ActivityLog } from './activity.tsx'
import { CloseAccountSection } from './close-account.tsx'
import { PasswordForm } from './password.tsx'
import { PinSection } from './pin.tsx'
import { ProfileForm } from './profile.tsx'
import { SessionList } from './sessions.tsx'
import { settingsTexts } from './texts.ts'

const loadPushSwitch = () => import('../purchase/push-switch.tsx')

/** Settings page: the sections that users edit are open, the others are closed. */
export default function Settings(page: SettingsPage) {
  const { profile, sessions, activity } = page
  return (
    <div className="stack">
      <AccountHead {...page} />
      <h1>{settingsTexts.title()}</h1>
      <div className="halves">
        {profile && (
          <div className="card disclosures">
            <ProfileForm profile={profile} picture={page.picture} />
            <PasswordForm />
          </div>
        )}
        <div className="card disclosures">
          {profile && <PinSection hasPin={profile.has_pin} above={profile.pin_above ?? null} />}
          {sessions && <SessionList initial={sessions} />}
          {profile && (
            <>
              <AccountDataForm />
              <ActivityLog initiallyOn={profile.save_activity_logs} initial={activity} />
              <CloseAccountSection hasPin={profile.has_pin} />
            </>
          )}
        </div>
      </div>
      <Lazy load={loadPushSwitch} props={{ isOffered: false }} />
    </div>
  )
}
