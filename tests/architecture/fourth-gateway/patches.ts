import type { Patch } from '../../support/project-copy.ts'

/** Lines that follow a line of a file. */
const after = (line: string, ...inserted: string[]): Patch['edits'][number] => [
  `${line}\n`,
  [line, ...inserted, ''].join('\n'),
]

/**
 * The registries, with a fourth gateway, and with copies of BuyPower and Termii as a fourth vendor and a third SMS
 * provider.
 */
export const registryPatches: readonly Patch[] = [
  {
    file: 'shared/providers.ts',
    edits: [
      after(
        "  monnify: { label: 'Monnify', referenceParameters: ['paymentReference'], listsSettlements: false },",
        "  korapay: { label: 'Korapay', referenceParameters: ['reference'], listsSettlements: false },",
      ),
      after("  irecharge: { label: 'iRecharge' },", "  newvendor: { label: 'New vendor' },"),
      after("  termii: { label: 'Termii' },", "  newsms: { label: 'New SMS provider' },"),
    ],
  },
  {
    file: 'server/config-providers.ts',
    edits: [
      after('  monnify: monnifyDescriptor,', '  korapay: korapayDescriptor,'),
      after('  irecharge: irechargeDescriptor,', '  newvendor: newvendorDescriptor,'),
      after('  termii: termiiDescriptor,', '  newsms: newsmsDescriptor,'),
      after(
        "import { termiiDescriptor } from './messaging/sms/termii/descriptor.ts'",
        "import { korapayDescriptor } from './payments/gateways/korapay/descriptor.ts'",
        "import { newvendorDescriptor } from './vending/vendors/newvendor/descriptor.ts'",
        "import { newsmsDescriptor } from './messaging/sms/newsms/descriptor.ts'",
      ),
    ],
  },
  {
    file: 'server/providers.ts',
    edits: [
      after(
        '  monnify: configs.monnify && monnify(configs.monnify),',
        '  korapay: configs.korapay && korapay(configs.korapay),',
      ),
      after(
        '  buypower: configs.buypower && buypower(configs.buypower),',
        '  newvendor: configs.newvendor && newvendor(configs.newvendor),',
      ),
      after(
        '  termii: configs.termii && termii(configs.termii),',
        '  newsms: configs.newsms && newsms(configs.newsms),',
      ),
      after(
        "import { termii } from './messaging/sms/termii/index.ts'",
        "import { korapay } from './payments/gateways/korapay/index.ts'",
        "import { newvendor } from './vending/vendors/newvendor/index.ts'",
        "import { newsms } from './messaging/sms/newsms/index.ts'",
      ),
    ],
  },
  {
    file: 'server/simulators/providers.ts',
    edits: [
      after(
        '  monnify: monnifyProviders,',
        '  korapay: korapayProviders,',
        '  newvendor: newvendorProvider,',
        '  newsms: newsmsProvider,',
      ),
      after(
        "import { termiiProvider } from './termii/index.ts'",
        "import { korapayProviders } from './korapay/index.ts'",
        "import { newvendorProvider } from './newvendor/index.ts'",
        "import { newsmsProvider } from './newsms/index.ts'",
      ),
    ],
  },
]

/** A vendor also has codes of its products, and a line for each table of the vendors' journeys. */
export const vendorPatches: readonly Patch[] = [
  {
    file: 'server/database/reference-data.ts',
    edits: [after("      buypower: 'IKEJA',", "      newvendor: 'IKEJA',")],
  },
  {
    file: 'tests/vending/journeys.test.ts',
    edits: [
      after("  buypower: ['power', 'cabletv', 'airtime', 'data'],", "  newvendor: ['power'],"),
      after('  buypower: (amountKobo) => amountKobo,', '  newvendor: (amountKobo) => amountKobo,'),
    ],
  },
]
