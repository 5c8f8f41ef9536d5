import { allServiceData } from '../service-data/index.ts'

/** The 36 states and the capital, by ISO 3166-2 code. */
export const states = [
  ['NG-AB', 'Abia'],
  ['NG-AD', 'Adamawa'],
  ['NG-AK', 'Akwa Ibom'],
  ['NG-AN', 'Anambra'],
  ['NG-BA', 'Bauchi'],
  ['NG-BY', 'Bayelsa'],
  ['NG-BE', 'Benue'],
  ['NG-BO', 'Borno'],
  ['NG-CR', 'Cross River'],
  ['NG-DE', 'Delta'],
  ['NG-EB', 'Ebonyi'],
  ['NG-ED', 'Edo'],
  ['NG-EK', 'Ekiti'],
  ['NG-EN', 'Enugu'],
  ['NG-FC', 'FCT'],
  ['NG-GO', 'Gombe'],
  ['NG-IM', 'Imo'],
  ['NG-JI', 'Jigawa'],
  ['NG-KD', 'Kaduna'],
  ['NG-KN', 'Kano'],
  ['NG-KT', 'Katsina'],
  ['NG-KE', 'Kebbi'],
  ['NG-KO', 'Kogi'],
  ['NG-KW', 'Kwara'],
  ['NG-LA', 'Lagos'],
  ['NG-NA', 'Nasarawa'],
  ['NG-NI', 'Niger'],
  ['NG-OG', 'Ogun'],
  ['NG-ON', 'Ondo'],
  ['NG-OS', 'Osun'],
  ['NG-OY', 'Oyo'],
  ['NG-PL', 'Plateau'],
  ['NG-RI', 'Rivers'],
  ['NG-SO', 'Sokoto'],
  ['NG-TA', 'Taraba'],
  ['NG-YO', 'Yobe'],
  ['NG-ZA', 'Zamfara'],
] as const

/**
 * The twelve electricity distribution companies with our codes and each vendor's; iRecharge has one code per meter
 * type. BuyPower's `PH` and `APLE` follow its public integrations. Names and states are those of the companies'
 * websites and the vendors' documentation, November 2026.
 */
export const discos = [
  {
    code: 'ikeja',
    abbr: 'IE',
    name: 'Ikeja Electric',
    description: 'Ikeja Electric',
    company: 'Ikeja Electric',
    states: ['Lagos'],
    vendors: {
      vtpass: 'ikeja-electric',
      buypower: 'IKEJA',
      irecharge: { prepaid: 'Ikeja_Token_Purchase', postpaid: 'Ikeja_Electric_Bill_Payment' },
    },
  },
  {
    code: 'eko',
    abbr: 'EKEDC',
    name: 'Eko Electric',
    description: 'Eko Electricity Distribution',
    company: 'Eko Electricity Distribution',
    states: ['Lagos'],
    vendors: {
      vtpass: 'eko-electric',
      buypower: 'EKO',
      irecharge: { prepaid: 'Eko_Prepaid', postpaid: 'Eko_Postpaid' },
    },
  },
  {
    code: 'abuja',
    abbr: 'AEDC',
    name: 'Abuja Electric',
    description: 'Abuja Electricity Distribution',
    company: 'Abuja Electricity Distribution',
    states: ['FCT', 'Kogi', 'Nasarawa', 'Niger'],
    vendors: {
      vtpass: 'abuja-electric',
      buypower: 'ABUJA',
      irecharge: { prepaid: 'AEDC', postpaid: 'AEDC_Postpaid' },
    },
  },
  {
    code: 'ibadan',
    abbr: 'IBEDC',
    name: 'Ibadan Electric',
    description: 'Ibadan Electricity Distribution',
    company: 'Ibadan Electricity Distribution',
    states: ['Kwara', 'Ogun', 'Osun', 'Oyo'],
    vendors: {
      vtpass: 'ibadan-electric',
      buypower: 'IBADAN',
      irecharge: { prepaid: 'Ibadan_Disco_Prepaid', postpaid: 'Ibadan_Disco_Postpaid' },
    },
  },
  {
    code: 'enugu',
    abbr: 'EEDC',
    name: 'Enugu Electric',
    description: 'Enugu Electricity Distribution',
    company: 'Enugu Electricity Distribution',
    states: ['Abia', 'Anambra', 'Ebonyi', 'Enugu', 'Imo'],
    vendors: {
      vtpass: 'enugu-electric',
      buypower: 'ENUGU',
      irecharge: {
        prepaid: 'Enugu_Electricity_Distribution_Prepaid',
        postpaid: 'Enugu_Electricity_Distribution_Postpaid',
      },
    },
  },
  {
    code: 'port-harcourt',
    abbr: 'PHED',
    name: 'Port Harcourt Electric',
    description: 'Port Harcourt Electricity Distribution',
    company: 'Port Harcourt Electricity Distribution',
    states: ['Akwa Ibom', 'Bayelsa', 'Cross River', 'Rivers'],
    vendors: {
      vtpass: 'portharcourt-electric',
      buypower: 'PH',
      irecharge: { prepaid: 'PhED_Electricity', postpaid: 'PH_Disco' },
    },
  },
  {
    code: 'benin',
    abbr: 'BEDC',
    name: 'Benin Electric',
    description: 'Benin Electricity Distribution',
    company: 'Benin Electricity Distribution',
    states: ['Delta', 'Edo', 'Ekiti', 'Ondo'],
    vendors: {
      vtpass: 'benin-electric',
      buypower: 'BENIN',
      irecharge: { prepaid: 'BEDC', postpaid: 'BEDC_Postpaid' },
    },
  },
  {
    code: 'kaduna',
    abbr: 'KAEDCO',
    name: 'Kaduna Electric',
    description: 'Kaduna Electric',
    company: 'Kaduna Electric',
    states: ['Kaduna', 'Kebbi', 'Sokoto', 'Zamfara'],
    vendors: {
      vtpass: 'kaduna-electric',
      buypower: 'KADUNA',
      irecharge: { prepaid: 'Kaduna_Electricity_Disco', postpaid: 'Kaduna_Electricity_Disco_Postpaid' },
    },
  },
  {
    code: 'kano',
    abbr: 'KEDCO',
    name: 'Kano Electric',
    description: 'Kano Electricity Distribution',
    company: 'Kano Electricity Distribution',
    states: ['Jigawa', 'Kano', 'Katsina'],
    vendors: {
      vtpass: 'kano-electric',
      buypower: 'KANO',
      irecharge: { prepaid: 'Kano_Electricity_Disco', postpaid: 'Kano_Electricity_Disco_Postpaid' },
    },
  },
  {
    code: 'jos',
    abbr: 'JED',
    name: 'Jos Electric',
    description: 'Jos Electricity Distribution',
    company: 'Jos Electricity Distribution',
    states: ['Bauchi', 'Benue', 'Gombe', 'Plateau'],
    vendors: {
      vtpass: 'jos-electric',
      buypower: 'JOS',
      irecharge: { prepaid: 'Jos_Disco', postpaid: 'Jos_Disco_Postpaid' },
    },
  },
  {
    code: 'yola',
    abbr: 'YEDC',
    name: 'Yola Electric',
    description: 'Yola Electricity Distribution',
    company: 'Yola Electricity Distribution',
    states: ['Adamawa', 'Borno', 'Taraba', 'Yobe'],
    vendors: {
      vtpass: 'yola-electric',
      buypower: 'YOLA',
      irecharge: { prepaid: 'YEDC', postpaid: 'YEDC_Postpaid' },
    },
  },
  {
    code: 'aba',
    abbr: 'ABEDC',
    name: 'Aba Power',
    description: 'Aba Power (Geometric)',
    company: 'Aba Power',
    states: ['Abia'],
    vendors: {
      vtpass: 'aba-electric',
      buypower: 'APLE',
      irecharge: { prepaid: 'Aba_Power_Prepaid', postpaid: 'Aba_Power_Postpaid' },
    },
  },
] as const

/** Networks and exam bodies of the other services, with our codes and each vendor's. */
export const networks = allServiceData.flatMap(({ id, networks }) =>
  networks.map((network) => ({ service: id, ...network })),
)
