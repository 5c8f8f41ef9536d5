import { registerAccount } from '../../shared/accounts.ts'
import type { PhoneCode } from '../../shared/actions.ts'
import { resendCountdownMs } from '../../shared/constants.ts'
import { loginPath, verifyEmailPath } from '../../shared/pages.ts'
import { request, saveVerification } from '../lib/index.ts'
import type { AccountFormPage } from '../pages.ts'
import { navigate } from '../purchase/navigate.ts'
import { useList } from '../purchase/use-list.ts'
import { fetchPhoneCodes } from './lists.ts'
import {
  nigeria,
  payloadOf,
  type RegistrationField,
  type RegistrationValues,
  registrationFields,
  requiredFields,
  validateRegistration,
} from './registration.ts'
import { type AccountForm, type SubmitResult, useAccountForm } from './use-account-form.ts'

export interface RegistrationForm extends AccountForm<RegistrationField> {
  countries: readonly PhoneCode[]
}

/** Creates an account, then opens sign-in or e-mail verification. Source: specification 1, section 2; D-016. */
export function useRegistration(page: AccountFormPage): RegistrationForm {
  const countries = useCountries()

  async function send(values: RegistrationValues): Promise<SubmitResult> {
    // Validation has ensured that the user accepted the terms.
    const body = { ...payloadOf(values, countries), terms: true as const }
    const envelope = await request(registerAccount, { body, quiet: true })
    if (!envelope) return 'signed-out'
    const email = values.email.trim().toLowerCase()
    if (envelope.status === 'created') saveVerification({ email, until: null })
    else saveVerification({ email, until: Date.now() + resendCountdownMs })
    navigate.to(envelope.status === 'created' ? loginPath : verifyEmailPath)
    return 'navigating'
  }

  const form = useAccountForm({
    formName: 'register',
    fieldNames: registrationFields,
    initialValues: { account_type: 'personal', country: nigeria.code, ...page.values },
    required: requiredFields,
    validate: (values) => validateRegistration(values, countries),
    send,
    toastAllErrors: true,
    serverErrors: page,
  })
  return { ...form, countries }
}

/** Countries of the phone field; only Nigeria until the list is loaded or if loading fails. */
function useCountries(): readonly PhoneCode[] {
  const countries = useList([], fetchPhoneCodes)
  return countries.length > 0 ? countries : [nigeria]
}
