import type { Patch } from '../../support/project-copy.ts'

/** Every shipped file that a sixth service touches. */
export const shippedPatches: readonly Patch[] = [
  {
    file: 'shared/services/index.ts',
    edits: [
      [
        "import { power } from './power.ts'\n",
        "import { power } from './power.ts'\nimport { water } from './water.ts'\n",
      ],
      ['data, education }', 'data, education, water }'],
    ],
  },
  {
    file: 'server/service-data/index.ts',
    edits: [
      [
        "import { power } from './power.ts'\n",
        "import { power } from './power.ts'\nimport { water } from './water.ts'\n",
      ],
      ['data, education }', 'data, education, water }'],
    ],
  },
  {
    file: 'server/services.ts',
    edits: [
      [
        "import { power } from './power/index.ts'\n",
        "import { power } from './power/index.ts'\nimport { water } from './water/index.ts'\n",
      ],
      ['data, education }', 'data, education, water }'],
    ],
  },
  {
    file: 'server/web/services/pages.ts',
    edits: [
      [
        "import { power } from './power.ts'\n",
        "import { power } from './power.ts'\nimport { water } from './water.ts'\n",
      ],
      ['data, education }', 'data, education, water }'],
    ],
  },
  {
    file: 'islands/services.ts',
    edits: [
      [
        '  education: {\n',
        `  water: {
    form: () => import('./water/form.tsx'),
    details: () => import('./water/details.tsx'),
    process: () => import('./water/process.tsx'),
    success: () => import('./water/success.tsx'),
  },
  education: {
`,
      ],
    ],
  },
  {
    file: 'islands/ui/service-tiles.tsx',
    edits: [
      [
        "import { serviceTileTexts } from './service-tile-texts.ts'\n",
        "import { serviceTileTexts } from './service-tile-texts.ts'\nimport { waterTileTexts } from './water-tile-texts.ts'\n",
      ],
      [
        '  insurance: {\n',
        `  water: {
    name: () => serviceContracts.water.name,
    description: waterTileTexts.description,
    Icon: icon('#1668b8', drawing({ shape: 'M24 9c8 10 12 16 12 20a12 12 0 01-24 0c0-4 4-10 12-20z' })),
  },
  insurance: {
`,
      ],
    ],
  },
  {
    file: 'server/vending/vendors/vtpass/requests.ts',
    edits: [
      ["  education: 'education',\n", "  education: 'education',\n  water: 'water-bill',\n"],
      ["(service === 'cabletv' ?", "(service === 'cabletv' || service === 'water' ?"],
      [
        "    case 'data':\n",
        "    case 'water':\n      return { ...common, billersCode, amount, phone: variation.phone }\n    case 'data':\n",
      ],
    ],
  },
  {
    file: 'server/vending/vendors/irecharge/requests.ts',
    edits: [
      [
        "    case 'education':\n      return null",
        "    case 'education':\n    case 'water':\n      return null",
      ],
    ],
  },
]

/** The simulated vendor, and tables of the tests with a line for each service, which are not shipped. */
export const testPatches: readonly Patch[] = [
  {
    file: 'server/simulators/vtpass/catalogue.ts',
    edits: [
      [
        "  productOf('education', 'waec',",
        `  {
    serviceID: 'lagos-water',
    name: 'Lagos Water Corporation',
    category: 'water-bill',
    minNaira: 100,
    maxNaira: 500_000,
    maxQuantity: 1,
    variations: [],
  },
  productOf('education', 'waec',`,
      ],
      ["    case 'tv-subscription':\n", "    case 'water-bill':\n    case 'tv-subscription':\n"],
    ],
  },
  {
    file: 'server/simulators/vtpass/api.ts',
    edits: [
      [
        "  serviceID === 'jamb' || (category",
        "  serviceID === 'jamb' || category === 'water-bill' || (category",
      ],
    ],
  },
  {
    file: 'tests/support/purchases.ts',
    edits: [
      [
        '  cabletv: {\n',
        `  water: {
    payment_for: 'water',
    createOrder: async (guest, ending = 'good') =>
      toLookupResponse(
        await guest.postJson('/services/water/get-customer-info', {
          customer_number: \`12\${digits(6)}\${meterEndings[ending]}\`,
          water_board: 'Lagos Water Corporation',
          amount: 2_000,
          phone_number: contactPhone,
        }),
      ),
    processOrder: (guest, { order_reference }) =>
      guest.postJson('/services/water/process-subscription', { serviceId: order_reference }),
  },
  cabletv: {
`,
      ],
    ],
  },
  {
    file: 'tests/vending/journeys.test.ts',
    edits: [
      [
        '  education: (ada, phone_number) =>\n',
        "  water: (ada, customer_number) => ada.postJson('/services/water/get-customer-info', { customer_number }),\n  education: (ada, phone_number) =>\n",
      ],
    ],
  },
]
