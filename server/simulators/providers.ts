import type { GatewayName, SmsProvider, VendorName } from '../../shared/providers.ts'
import { africasTalkingProvider } from './africastalking/index.ts'
import { buypowerProvider } from './buypower/index.ts'
import { flutterwaveProviders } from './flutterwave/index.ts'
import { irechargeProviders } from './irecharge/index.ts'
import { monnifyProviders } from './monnify/index.ts'
import { paystackProviders } from './paystack/index.ts'
import type { Provider, SimulatorContext } from './provider.ts'
import { pushProvider } from './push/index.ts'
import { smtpProvider } from './smtp/index.ts'
import { termiiProvider } from './termii/index.ts'
import { vtpassProviders } from './vtpass/index.ts'

type CreateSimulator = (context: SimulatorContext) => Provider | Provider[]

const simulators = {
  paystack: paystackProviders,
  flutterwave: flutterwaveProviders,
  monnify: monnifyProviders,
  vtpass: vtpassProviders,
  buypower: buypowerProvider,
  irecharge: irechargeProviders,
  termii: termiiProvider,
  africastalking: africasTalkingProvider,
  smtp: smtpProvider,
  push: pushProvider,
} satisfies Record<GatewayName | VendorName | SmsProvider | 'smtp' | 'push', CreateSimulator>

/** All simulated providers. */
export const createProviders = (context: SimulatorContext): Provider[] =>
  Object.values(simulators).flatMap((create: CreateSimulator) => create(context))
