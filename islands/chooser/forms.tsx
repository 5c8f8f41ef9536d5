import { lazy } from 'react'
import type { Service } from '../../shared/constants.ts'
import type { PowerFormPage, ServiceFormPage } from '../pages.ts'
import type { ChooserProps } from '../purchase/service-form.tsx'

/** Each form is in the chunk of its own page. */
const loaders = {
  power: () => import('../power/form.tsx'),
  cabletv: () => import('../cabletv/form.tsx'),
  airtime: () => import('../airtime/form.tsx'),
  data: () => import('../data/form.tsx'),
  education: () => import('../education/form.tsx'),
}

/** Loads a form before it is shown. Rejects without a network. */
export const loadForm = (service: Service): Promise<unknown> => loaders[service]()

const Power = lazy(loaders.power)
const Cabletv = lazy(loaders.cabletv)
const Airtime = lazy(loaders.airtime)
const Data = lazy(loaders.data)
const Education = lazy(loaders.education)

interface ChosenFormProps extends ChooserProps {
  service: Service
  /** Props of the service's empty form. */
  form: ServiceFormPage
  /** Data for the power form only; the other forms fetch their lists. */
  power: PowerFormPage
}

/** The form shown in place of the tiles. */
export function ChosenForm({ service, form, power, onChangeService }: ChosenFormProps) {
  const props = { ...form, onChangeService }
  switch (service) {
    case 'power':
      return <Power {...power} onChangeService={onChangeService} />
    case 'cabletv':
      return <Cabletv {...props} networks={[]} />
    case 'airtime':
      return <Airtime {...props} networks={[]} />
    case 'data':
      return <Data {...props} networks={[]} />
    case 'education':
      return <Education {...props} types={[]} />
  }
}
