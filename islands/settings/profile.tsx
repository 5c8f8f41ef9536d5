import { type Profile, updateProfile } from '../../shared/accounts.ts'
import { accountRequest } from '../account/account-request.ts'
import { type SubmitResult, useAccountForm, type Values } from '../account/use-account-form.ts'
import { displayPhone, fieldErrorsOf, normalisePhone, toast } from '../lib/index.ts'
import { clearProfile } from '../lib/profile.ts'
import { Button, DetailsList, ErrorSummary, Overlay, PhoneField, TextField } from '../ui/index.ts'
import { ProfilePicture } from './picture.tsx'

const names = ['name', 'phone', 'address'] as const
const bodyOf = (values: Values<(typeof names)[number]>) => ({
  name: values.name,
  ...(values.phone.trim() && { phone: normalisePhone(values.phone) }),
  address: values.address,
})

/** Profile: read-only details above the editable fields. */
export function ProfileForm({ profile, picture }: { profile: Profile; picture: string | null }) {
  const form = useAccountForm({
    form: 'profile',
    names,
    initial: {
      name: profile.name,
      phone: profile.phone ? displayPhone(profile.phone) : '',
      address: profile.address ?? '',
    },
    required: () => ['name'],
    validate: (values) => fieldErrorsOf(updateProfile.body, bodyOf(values)),
    serverErrors: { errors: {}, message: null },
    async send(values): Promise<SubmitResult> {
      const envelope = await accountRequest(updateProfile, { body: bodyOf(values), quiet: true })
      if (!envelope) return 'nothing'
      clearProfile()
      toast.success(envelope.message || 'Your profile is saved.')
      return 'done'
    },
  })
  return (
    <section className="card stack" aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      <ProfilePicture initial={picture} />
      <DetailsList
        items={[
          { label: 'E-mail', value: profile.email, wide: true },
          ...(profile.company_name ? [{ label: 'Company', value: profile.company_name, wide: true }] : []),
          ...(profile.rc_number ? [{ label: 'RC number', value: profile.rc_number }] : []),
          ...(profile.bvn ? [{ label: 'BVN', value: profile.bvn }] : []),
        ]}
      />
      <form className="form" name="profile" noValidate aria-busy={form.isBusy} onSubmit={form.submit}>
        {form.submitCount > 0 && <ErrorSummary submits={form.submitCount} errors={form.errors} />}
        <TextField {...form.field('name')} label="Name" autoComplete="name" maxLength={60} />
        <PhoneField {...form.field('phone')} label="Phone number" />
        <TextField {...form.field('address')} label="Address" autoComplete="address-line1" maxLength={300} />
        <Button type="submit" className="script-only" busy={form.isBusy}>
          Save profile
        </Button>
        {form.isBusy && <Overlay text="Saving your profile, please wait..." />}
      </form>
    </section>
  )
}
