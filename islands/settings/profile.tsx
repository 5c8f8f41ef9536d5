import { type Profile, updateProfile } from '../../shared/accounts.ts'
import { askAccount } from '../account/ask-account.ts'
import { type Sent, useAccountForm, type Values } from '../account/use-account-form.ts'
import { fieldErrorsOf, normalisePhone, showPhone, toast } from '../lib/index.ts'
import { forgetProfile } from '../lib/profile.ts'
import { Button, DetailsList, ErrorSummary, Overlay, PhoneField, TextField } from '../ui/index.ts'
import { Picture } from './picture.tsx'

const names = ['name', 'phone', 'address'] as const
const bodyOf = (values: Values<(typeof names)[number]>) => ({
  name: values.name,
  ...(values.phone.trim() && { phone: normalisePhone(values.phone) }),
  address: values.address,
})

/** What may be changed of a profile, under what may not. */
export function ProfileForm({ profile, picture }: { profile: Profile; picture: string | null }) {
  const form = useAccountForm({
    form: 'profile',
    names,
    first: {
      name: profile.name,
      phone: profile.phone ? showPhone(profile.phone) : '',
      address: profile.address ?? '',
    },
    required: () => ['name'],
    problemsOf: (values) => fieldErrorsOf(updateProfile.body, bodyOf(values)),
    refused: { errors: {}, message: null },
    async send(values): Promise<Sent> {
      const envelope = await askAccount(updateProfile, { body: bodyOf(values), quiet: true })
      if (!envelope) return 'nothing'
      forgetProfile()
      toast.success(envelope.message || 'Your profile is saved.')
      return 'done'
    },
  })
  return (
    <section className="card stack" aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      <Picture first={picture} />
      <DetailsList
        items={[
          { label: 'E-mail', value: profile.email, wide: true },
          ...(profile.company_name ? [{ label: 'Company', value: profile.company_name, wide: true }] : []),
          ...(profile.rc_number ? [{ label: 'RC number', value: profile.rc_number }] : []),
          ...(profile.bvn ? [{ label: 'BVN', value: profile.bvn }] : []),
        ]}
      />
      <form className="form" name="profile" noValidate aria-busy={form.isBusy} onSubmit={form.submit}>
        {form.submits > 0 && <ErrorSummary submits={form.submits} errors={form.wrong} />}
        <TextField {...form.field('name')} label="Name" autoComplete="name" maxLength={100} />
        <PhoneField {...form.field('phone')} label="Phone number" />
        <TextField {...form.field('address')} label="Address" autoComplete="street-address" maxLength={300} />
        <Button type="submit" className="script-only" busy={form.isBusy}>
          Save profile
        </Button>
        {form.isBusy && <Overlay text="Saving your profile, please wait..." />}
      </form>
    </section>
  )
}
