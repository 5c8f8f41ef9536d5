import { type ComponentType, lazy } from 'react'
import { type Service, services } from '../../shared/constants.ts'
import type { PowerFormPage } from '../pages.ts'
import type { ChooserProps } from '../purchase/service-form.tsx'
import { serviceIslands } from '../services.ts'

/** Props for any form: the power form reads its lists from them, the other forms fetch theirs. */
type FormProps = PowerFormPage & ChooserProps

/** Loads a form before it is shown; it is in the chunk of its own page. Rejects without a network. */
export const importForm = (service: Service) => serviceIslands[service].form()

const forms = new Map(
  services.map((service) => [service, lazy<ComponentType<FormProps>>(serviceIslands[service].form)]),
)

/** The form shown in place of the tiles. */
export function SelectedServiceForm({ service, ...props }: FormProps & { service: Service }) {
  const Form = forms.get(service)
  return Form && <Form {...props} />
}
