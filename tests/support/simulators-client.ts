interface ProviderRecord {
  party: string
  reference: string
  /** Null at a vendor, which stores a request id and a beneficiary. */
  orderReference: string | null
  to?: string
  amountKobo: number
}

interface ProviderRecords {
  captures: ProviderRecord[]
  refunds: ProviderRecord[]
  deliveries: ProviderRecord[]
}

/** The keys of an order in the providers' records. */
interface ProviderOrder {
  reference: string
  /** The meter, smartcard or phone number. */
  beneficiary: string
}

interface Message {
  to: string
  subject?: string
  text: string
  attachments: { name: string; bytes: number }[]
}

/** Reads what the simulated providers recorded, and changes how they behave. */
export interface SimulatorsClient {
  readonly simulatorsUrl: string
  /** The providers' records of one order. */
  providerRecordsOf(order: ProviderOrder): Promise<ProviderRecords>
  mailTo(address: string): Promise<Message[]>
  /** Messages to a Nigerian number in local format: 0801… */
  smsTo(phone: string): Promise<Message[]>
  /** Changes the simulators' settings: vendMs, speed. */
  configureSimulators(settings: Record<string, number>): Promise<void>
  /** Injects a fault at a provider. */
  injectFault(provider: string, behaviour: string, times?: number): Promise<void>
}

export function createSimulatorsClient(simulatorsUrl: string): SimulatorsClient {
  const read = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${simulatorsUrl}/simulators/${path}`)
    return (await response.json()) as T
  }
  const send = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${simulatorsUrl}/simulators/${path}`, init)
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  }
  return {
    simulatorsUrl,
    async providerRecordsOf({ reference, beneficiary }) {
      const { captures, refunds, deliveries } = await read<ProviderRecords>('records.json')
      return {
        captures: captures.filter(({ orderReference }) => orderReference === reference),
        refunds: refunds.filter(({ orderReference }) => orderReference === reference),
        deliveries: deliveries.filter(({ to }) => to?.endsWith(beneficiary.replace(/^0/, ''))),
      }
    },
    mailTo: async (address) => (await read<Message[]>('mail.json')).filter(({ to }) => to.includes(address)),
    smsTo: async (phone) =>
      (await read<Message[]>('sms.json')).filter(({ to }) => to.endsWith(phone.replace(/^0/, ''))),
    configureSimulators: (settings) => send('settings', settings),
    injectFault: (provider, behaviour, times = 1) => send('faults', { party: provider, behaviour, times }),
  }
}
