import { useEffect, useState } from 'react'
import { registerAccount } from '../../shared/accounts.ts'
import type { PhoneCode } from '../../shared/actions.ts'
import { resendCountdownMs } from '../../shared/constants.ts'
import { login, verifyEmail } from '../../shared/pages.ts'
import { ask, saveVerification } from '../lib/index.ts'
import type { AccountFormPage } from '../pages.ts'
import { go } from '../purchase/go.ts'
import { listPhoneCodes } from './lists.ts'
import {
  nigeria,
  payloadOf,
  problemsOf,
  type RegistrationField,
  type RegistrationValues,
  registrationFields,
  requiredFields,
} from './registration.ts'
import { type AccountForm, type Sent, useAccountForm } from './use-account-form.ts'

export interface Registering extends AccountForm<RegistrationField> {
  countries: readonly PhoneCode[]
}

/** Makes an account and goes where the server's answer leads. Source: specification 1, section 2; D-016. */
export function useRegistration(page: AccountFormPage): Registering {
  const countries = useCountries()

  async function send(values: RegistrationValues): Promise<Sent> {
    // Nothing is sent before the terms are accepted.
    const body = { ...payloadOf(values, countries), terms: true as const }
    const envelope = await ask(registerAccount, { body, quiet: true })
    if (!envelope) return 'nothing'
    const email = values.email.trim().toLowerCase()
    if (envelope.status === 'created') saveVerification({ email, until: null })
    else saveVerification({ email, until: Date.now() + resendCountdownMs })
    go.to(envelope.status === 'created' ? login : verifyEmail)
    return 'leaving'
  }

  const form = useAccountForm({
    form: 'register',
    names: registrationFields,
    first: { account_type: 'personal', country: nigeria.code, ...page.values },
    required: requiredFields,
    problemsOf: (values) => problemsOf(values, countries),
    send,
    everyField: true,
    refused: page,
  })
  return { ...form, countries }
}

/** The countries of the phone field; Nigeria alone until the list is there, and when it cannot be had. */
function useCountries(): readonly PhoneCode[] {
  const [countries, setCountries] = useState<readonly PhoneCode[]>([nigeria])
  useEffect(() => {
    let wanted = true
    listPhoneCodes().then((list) => wanted && list.length > 0 && setCountries(list))
    return () => {
      wanted = false
    }
  }, [])
  return countries
}
