import { useRef } from 'react'
import { type Profile, updateProfile } from '../../shared/accounts.ts'
import { accountRequest } from '../account/account-request.ts'
import { type SubmitResult, useAccountForm } from '../account/use-account-form.ts'
import { displayPhone, fieldErrorsOf, normalisePhone, toast } from '../lib/index.ts'
import { clearProfile } from '../lib/profile.ts'
import type { FieldValues } from '../purchase/form-rules.ts'
import {
  Button,
  commonTexts,
  DetailsList,
  ErrorSummary,
  Overlay,
  PhoneField,
  TextField,
} from '../ui/index.ts'
import { ProfilePicture } from './picture.tsx'
import { SettingsSection } from './section.tsx'
import { settingsTexts } from './texts.ts'

const fieldNames = ['name', 'phone', 'address'] as const
type ProfileValues = FieldValues<(typeof fieldNames)[number]>

const bodyOf = (values: ProfileValues) => ({
  name: values.name,
  ...(values.phone.trim() && { phone: normalisePhone(values.phone) }),
  address: values.address,
})

/** Only what was changed here: another tab may have saved the other fields. */
const changesOf = (values: ProfileValues, saved: ProfileValues) => {
  const { name, phone, address } = bodyOf(values)
  return {
    ...(values.name !== saved.name && { name }),
    ...(values.phone !== saved.phone && { phone }),
    ...(values.address !== saved.address && { address }),
  }
}

/** Profile: read-only details above the editable fields. */
export function ProfileForm({ profile, picture }: { profile: Profile; picture: string | null }) {
  const initialValues = {
    name: profile.name,
    phone: profile.phone ? displayPhone(profile.phone) : '',
    address: profile.address ?? '',
  }
  const saved = useRef<ProfileValues>(initialValues)
  const form = useAccountForm({
    formName: 'profile',
    fieldNames,
    initialValues,
    required: () => ['name'],
    validate: (values) => fieldErrorsOf(updateProfile.body, bodyOf(values)),
    serverErrors: { errors: {}, message: null },
    async send(values): Promise<SubmitResult> {
      const envelope = await accountRequest(updateProfile, {
        body: changesOf(values, saved.current),
        quiet: true,
      })
      if (!envelope) return 'signed-out'
      saved.current = values
      clearProfile()
      toast.success(envelope.message || settingsTexts.profileSaved())
      return 'done'
    },
  })
  return (
    <SettingsSection id="profile" title={settingsTexts.profileTitle()} isOpen>
      <ProfilePicture initial={picture} />
      <DetailsList
        items={[
          { label: commonTexts.email(), value: profile.email, wide: true },
          ...(profile.company_name
            ? [{ label: settingsTexts.company(), value: profile.company_name, wide: true }]
            : []),
          ...(profile.rc_number ? [{ label: settingsTexts.rcNumber(), value: profile.rc_number }] : []),
          ...(profile.bvn ? [{ label: settingsTexts.bvn(), value: profile.bvn }] : []),
        ]}
      />
      <form className="form" name="profile" noValidate aria-busy={form.isBusy} onSubmit={form.submit}>
        {form.submitCount > 0 && <ErrorSummary submitCount={form.submitCount} errors={form.errors} />}
        <TextField {...form.field('name')} label={commonTexts.name()} autoComplete="name" maxLength={60} />
        <PhoneField {...form.field('phone')} label={commonTexts.phoneNumber()} />
        <TextField
          {...form.field('address')}
          label={settingsTexts.address()}
          autoComplete="address-line1"
          maxLength={300}
        />
        <Button type="submit" className="script-only" busy={form.isBusy}>
          {settingsTexts.saveProfile()}
        </Button>
        {form.isBusy && <Overlay text={settingsTexts.savingProfile()} />}
      </form>
    </SettingsSection>
  )
}
