import { defineTexts } from '../../shared/i18n.ts'

/** Texts of the help page. */
export const helpTexts = defineTexts('help', {
  title: 'Help',
  lead: 'Paid orders are delivered or refunded automatically, even if you close the page.',
  notDeliveredTitle: "I paid but didn't get my token",
  notDelivered:
    "Do not pay again. We check with the company until it confirms. What you bought is shown on your order's page and sent by SMS to the order's phone number. If it cannot be delivered, you are refunded automatically.",
  notDeliveredFind:
    'Open your order link again, or <order>find your order</order> with its reference. You can also find a past electricity token with your meter and phone number under <power>Power</power>, “Find a past token”. If you have an account, see your orders in <account>your account</account>.',
  whenTitle: 'How long does it take?',
  whenUsually: 'Usually less than a minute after the payment.',
  whenSlow:
    'When the company is slow, up to 30 minutes. After that, our team reviews it. The <status>service status</status> shows which companies are slow now.',
  whenLatest: 'Within 24 hours it is delivered, or we have sent your refund.',
  refundsTitle: 'When do I get my money back?',
  refunds:
    'You do not have to ask. As soon as we know that an order cannot be delivered, the full total is refunded to your original payment method:',
  refundToWallet: '<strong>Paid from your wallet:</strong> it is refunded to your wallet within a minute.',
  refundToSource:
    '<strong>Paid by card, bank transfer or USSD:</strong> we send the refund immediately. Your bank usually shows it within 5 working days.',
  refundShown:
    "Your order's page shows the amount, where it goes, and by when. If your bank cannot accept the refund, that page and a message ask you for a bank account.",
  chargedTwiceTitle: 'I was charged twice',
  chargedTwice: 'An order is delivered once. A second successful payment for it is refunded automatically.',
  electricityTitle: 'Electricity',
  loadTokenTitle: 'How do I load the token?',
  loadToken: 'Type the 20 digits on the keypad of your meter and press Enter.',
  loadTokens: 'If you get several codes, enter them in the order shown. The two KCT codes come first.',
  loadRejected:
    'If the meter says “reject”, check each digit, wait a minute and enter it once more. “Used” means that it is already loaded.',
  fewerUnitsTitle: 'I got fewer units than I expected',
  fewerUnits:
    'The company deducts VAT and, if the meter has arrears, part of the amount for them. The receipt shows both if the company reports them.',
  cabletvTitle: 'Cable TV',
  cabletv:
    'If the picture is not back 15 minutes after your payment, leave the decoder on and reset it: switch it off at the wall for a minute. Use the smartcard number on the card or the decoder; GOtv calls it the IUC number.',
  airtimeAndDataTitle: 'Airtime and data',
  airtimeAndData:
    'They go to the number you entered. If the number was ported to another network, choose its current network.',
  examPinsTitle: 'Exam PINs',
  examPins:
    'The PIN is shown once it is paid, and also comes by SMS. Keep it private: anyone who has it can use it. For JAMB you need your profile ID, the 10 digits that JAMB sent you by SMS.',
  wrongNumberTitle: 'I bought for the wrong number',
  wrongNumber:
    'The company cannot reverse a delivery to a meter, smartcard or phone. That is why we show the number, and the name if the company returns it, before you pay. Contact us anyway; the owner can sometimes help.',
  walletTitle: 'Wallet, cashback and saved cards',
  walletPays:
    'Pay for everything here from your wallet, without entering your card again. Top it up under <wallet>Wallet</wallet>; the full amount you enter is credited.',
  walletHold:
    "“On hold” means that the money is reserved for an order in progress. It is spent when the order is delivered, and released if it isn't.",
  walletCashback:
    'You get {percent}% of the amount, without the service charge, as cashback in your wallet on orders you make while signed in, when they are delivered.',
  walletCards:
    'A saved card is stored by our payment partner; we see only its brand and last digits. You can delete it under <wallet>Wallet</wallet>.',
  receiptTitle: 'I lost my receipt',
  receipt:
    'Open the order link in your SMS or e-mail, and print the receipt. You can also download an electricity receipt there, or find it with your meter and phone number.',
  safeTitle: 'Is it safe?',
  safe: "You enter your card only on our payment partner's page. Its number never reaches us. We never ask for a PIN or a password by phone, SMS or e-mail.",
  contactTitle: 'Still stuck?',
  contact:
    "Open your order's page and press “Report a problem”: you get a ticket number, and our reply by e-mail or SMS within one working day. If you contact us another way, include your order's 12-character reference; it is in the SMS and on the receipt. Please never send a card number or a PIN.",
  contactUs: 'Contact us',
})
