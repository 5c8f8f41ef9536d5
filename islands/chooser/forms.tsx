import { lazy } from 'react'
import type { Service } from '../../shared/constants.ts'
import type { PowerFormPage, ServiceFormPage } from '../pages.ts'
import type { InChooser } from '../purchase/service-form.tsx'

/** Each form is in the chunk of its own page. */
const loaders = {
  power: () => import('../power/form.tsx'),
  cabletv: () => import('../cabletv/form.tsx'),
  airtime: () => import('../airtime/form.tsx'),
  data: () => import('../data/form.tsx'),
  education: () => import('../education/form.tsx'),
}

/** Fetches a form before it is shown. Fails without a network. */
export const loadForm = (service: Service): Promise<unknown> => loaders[service]()

const Power = lazy(loaders.power)
const Cabletv = lazy(loaders.cabletv)
const Airtime = lazy(loaders.airtime)
const Data = lazy(loaders.data)
const Education = lazy(loaders.education)

interface ChosenFormProps extends InChooser {
  service: Service
  /** The empty form of the service. */
  form: ServiceFormPage
  /** What the page brings for the power form alone; the other forms ask for their lists. */
  power: PowerFormPage
}

/** The form that stands in place of the tiles. */
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
