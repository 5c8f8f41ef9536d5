import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import Dashboard from './account/dashboard.tsx'
import ForgotPassword from './account/forgot-password.tsx'
import Login from './account/login.tsx'
import Register from './account/register.tsx'
import ResetPassword from './account/reset-password.tsx'
import VerifyEmail from './account/verify-email.tsx'
import Wallet from './account/wallet.tsx'
import WalletResult from './account/wallet-result.tsx'
import AirtimeDetails from './airtime/details.tsx'
import AirtimeForm from './airtime/form.tsx'
import AirtimeSuccess from './airtime/success.tsx'
import CabletvDetails from './cabletv/details.tsx'
import CabletvForm from './cabletv/form.tsx'
import CabletvSuccess from './cabletv/success.tsx'
import Chooser from './chooser/chooser.tsx'
import DataDetails from './data/details.tsx'
import DataForm from './data/form.tsx'
import DataSuccess from './data/success.tsx'
import EducationDetails from './education/details.tsx'
import EducationForm from './education/form.tsx'
import EducationSuccess from './education/success.tsx'
import type { IslandName, IslandProps } from './pages.ts'
import PowerDetails from './power/details.tsx'
import PowerForm from './power/form.tsx'
import PrintReceipt from './power/print-receipt.tsx'
import PowerSuccess from './power/success.tsx'
import Process from './purchase/process.tsx'
import { Boundary } from './ui/boundary.tsx'

type Islands = { [Name in keyof IslandProps]: ComponentType<IslandProps[Name]> }

/** The same islands as the registry's, all in the server's one bundle. */
const islands: Islands = {
  chooser: Chooser,
  'power-form': PowerForm,
  'power-details': PowerDetails,
  'cabletv-form': CabletvForm,
  'cabletv-details': CabletvDetails,
  'cabletv-success': CabletvSuccess,
  'airtime-form': AirtimeForm,
  'airtime-details': AirtimeDetails,
  'airtime-success': AirtimeSuccess,
  'data-form': DataForm,
  'data-details': DataDetails,
  'data-success': DataSuccess,
  'education-form': EducationForm,
  'education-details': EducationDetails,
  'education-success': EducationSuccess,
  process: Process,
  'power-success': PowerSuccess,
  'print-receipt': PrintReceipt,
  register: Register,
  'verify-email': VerifyEmail,
  login: Login,
  'forgot-password': ForgotPassword,
  'reset-password': ResetPassword,
  dashboard: Dashboard,
  wallet: Wallet,
  'wallet-result': WalletResult,
}

/** The HTML of an island, as the browser will take it over. Throws for a name that nobody registered. */
export function render<Name extends IslandName>(name: Name, props: IslandProps[Name]): string {
  const Island = islands[name] as ComponentType<object> | undefined
  if (!Island) throw new Error(`There is no island called ${name}.`)
  return renderToString(
    <Boundary>
      <Island {...props} />
    </Boundary>,
  )
}
