import { defineTexts } from '../../shared/i18n.ts'

/** A manager's purchase for a user, and the record of a purchase made on another platform. */
export const managedPurchaseTexts = defineTexts('managementPurchase', {
  submit: 'Continue',
  summaryTitle: 'Confirm purchase',
  pendingTitle: 'Not delivered yet',
  pendingNote:
    "It is paid and being delivered. Do not buy it again. Check again, or open the user's transactions later.",
  approvalTitle: 'Pending approval',
  approvalNote:
    'This amount needs the approval of a second manager. Nothing is bought until they approve the request, which is listed on this page.',
  back: 'Back',
  buy: 'Subscribe Now',
  checkAgain: 'Check again',
  receiptTitle: 'Your subscription was successful.',
  freshStart: 'Fresh start',
  approvals: 'Approvals of purchases',
  chooseBeneficiary: 'Choose a Beneficiary',
  noBeneficiaries: 'User does not have a beneficiary.',

  checkingMeter: 'Checking the meter, please wait...',
  companyOrCity: 'Company/City',
  companyTitle: 'Choose the electricity company',
  companyPlaceholder: 'Choose the company',
  address: 'Address',
  company: 'Company',
  printReceipt: 'Print Receipt',
  downloadReceipt: 'Download receipt',
  shareReceipt: 'Share',

  checkingSmartcard: 'Checking the smartcard, please wait...',
  smartcardByPhone: "{network} uses the customer's phone number. Enter it here.",
  chooseNetwork: 'Choose the network',
  chooseBouquet: 'Choose the bouquet',
  chooseNetworkFirst: 'Choose the network first',
  voucher: 'Voucher',

  recordsOnly: 'Your scopes include records of purchases, not purchases for users.',
  createRecord: 'Create record',
  recordLead: 'Add a new power record manually.',
  orderReference: 'Order Reference',
  platform: 'Platform',
  recordEmail: 'Email address',
  units: 'Units',
  description: 'Description',
})
