import { africasTalkingProvider } from './africastalking/index.ts'
import { buypowerProvider } from './buypower/index.ts'
import { flutterwaveProviders } from './flutterwave/index.ts'
import { irechargeProviders } from './irecharge/index.ts'
import { monnifyProviders } from './monnify/index.ts'
import { paystackProviders } from './paystack/index.ts'
import type { Provider, SimulatorContext } from './provider.ts'
import { smtpProvider } from './smtp/index.ts'
import { termiiProvider } from './termii/index.ts'
import { vtpassProviders } from './vtpass/index.ts'

/** All simulated providers. */
export const createProviders = (context: SimulatorContext): Provider[] => [
  ...paystackProviders(context),
  ...flutterwaveProviders(context),
  ...monnifyProviders(context),
  ...vtpassProviders(context),
  buypowerProvider(context),
  ...irechargeProviders(context),
  termiiProvider(context),
  africasTalkingProvider(context),
  smtpProvider(context),
]
