import { englishTexts } from './english.ts'

/** Features whose texts guests see: on pages, in notifications, in the USSD menu, in SMS and in e-mails. */
const translatedFeatures: ReadonlySet<string> = new Set([
  ...[
    'chooser',
    'notify-me',
    'service-tile',
    'service',
    'network-hint',
    'beneficiary-picker',
    'bundle-picker',
  ],
  ...['power', 'power-details', 'power-process', 'power-receipt', 'airtime', 'cabletv', 'data', 'education'],
  ...[
    'purchase',
    'purchase-details',
    'purchase-process',
    'purchase-repeat',
    'purchase-success',
    'purchase-device',
    'offline',
  ],
  ...[
    'payment',
    'order',
    'order-card',
    'order-report',
    'refund-account',
    'receipt',
    'merchant',
    'common',
    'ui',
    'lib',
  ],
  ...[
    'http',
    'envelope',
    'error',
    'field',
    'defaultField',
    'purchaseField',
    'paymentRequestField',
    'status',
    'trust',
  ],
  ...[
    'powerServer',
    'airtimeServer',
    'cabletvServer',
    'dataServer',
    'educationServer',
    'purchaseServer',
    'operationsServer',
  ],
  ...['powerPage', 'airtimePage', 'cabletvPage', 'dataPage', 'educationPage', 'servicePage', 'paymentPage'],
  ...['page', 'web', 'view', 'help', 'findOrderPage', 'repeatOrderPage', 'requestPage', 'unsubscribePage'],
  ...[
    'ussd',
    'incomingSms',
    'orderMessage',
    'refund',
    'refundDestination',
    'accountMessage',
    'paymentRequest',
  ],
  ...['paymentRequestMessage', 'paymentServer', 'server-push'],
])

/** Texts of those features that only the account area, the back office or API clients show. */
const untranslatedTexts = new RegExp(
  [
    /^error\.(SIGN_IN_|ACCOUNT_(?!NOT_WANTED)|SECOND_|PASSWORD_|RESET_|BENEFICIARY_|CANNOT_CLOSE|BVN_|NOT_RESERVABLE|RESERVATION_)/,
    /^error\.(BONUS_|COMPANIES_|BULK_|TOPUP_|RECORD_|ALREADY_|CONFIGS_|TRANSLATION_|NO_CHANGES|FILE_|SCOPE_|MALFORMED)/,
    /^error\.(NOT_JSON|KEY_REUSED|METHOD$|VERIFY_FIRST)/,
    /^status\.(bulk|ticket|topUp|message|campaign|approval|schedule|run|recorded|review|not|awaitingAnother|ready)/,
    /^status\.(invalid|queued|done|open|answered|closed|credited|rejected|sending|approved|scheduled|stopped|paused|active|skipped|ended|inReview|beingChecked|cancelled|reversed|sent|expired$|failed$|order)/,
    /^page\.(register|verifyEmail|resendCode|login|forgotPassword|resetPassword|signOut|dashboard|wallet|beneficiaries)/,
    /^page\.(notifications|transactions|tickets|cards|referral|settings|bulk|schedules|topUp|deleteCard|apiDocs)/,
    /^web\.(password|scope|cardNote|topUp)/,
    /^view\.(test|api$|saveCard|payPin|signOut(Heading|Hint|Button))/,
    /^field\.(name|reason)/,
    /^payment\.(forWallet|cardExpiry|walletDescription|nextStep(Wallet|SavedCard)|signedOut|topUp)/,
    /^paymentPage\.(wallet|savedCard)/,
    /^paymentServer\.(topped|topUp|dispute)/,
    /^accountMessage\.(alert|openAlert)/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** Ids of the texts that are translated: those of guests, USSD, SMS and e-mails. */
export async function translatedTextIds(): Promise<readonly string[]> {
  return [...(await englishTexts()).keys()].filter(
    (id) => translatedFeatures.has(id.slice(0, id.indexOf('.'))) && !untranslatedTexts.test(id),
  )
}
