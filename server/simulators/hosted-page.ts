import { formatMoney } from '../../shared/money.ts'
import { html, type Markup } from './html.ts'
import { layout } from './layout.ts'

/** A payment method of a hosted page. */
export type PaymentMethod = 'card' | 'transfer' | 'ussd' | 'bank' | 'phone'

/** A test card from the provider's documentation. */
export interface ListedCard {
  readonly number: string
  readonly label: string
}

/** A payment on the gateway's hosted page. */
export interface HostedPayment {
  readonly reference: string
  /** Whole kobo. */
  readonly amountKobo: number
  readonly email: string
  /** Available payment methods, with the gateway's names. */
  readonly channels: readonly { readonly name: string; readonly method: PaymentMethod }[]
  /** At least ten digits, used for account numbers and codes. */
  readonly digits: string
  /** Text about the result; null while the payment can be paid. */
  readonly resultText: string | null
  /** The merchant's return URL. */
  readonly returnUrl: string | null
}

/** The gateway of the page. */
export interface HostedBrand {
  readonly name: string
  /** The bank that transfers go to. */
  readonly bank: string
  /** The first card is prefilled. */
  readonly cards: readonly ListedCard[]
  /** Whether the page has a cancel button. */
  readonly hasCancelButton?: boolean
}

export interface HostedView {
  readonly brand: HostedBrand
  readonly payment: HostedPayment
  readonly note?: string | null
  readonly cardNumber?: string | undefined
}

const names: Record<PaymentMethod, string> = {
  card: 'Card',
  transfer: 'Bank transfer',
  ussd: 'USSD',
  bank: 'Bank account',
  phone: 'Phone number',
}

/** Renders the hosted checkout without JavaScript. Null renders the not-found page. */
export function hostedPage(view: HostedView | null): Markup {
  if (!view) return layout({ title: 'No such payment', body: html`<h1>We know no such payment</h1>` })
  const { brand, payment } = view
  const amount = formatMoney(BigInt(payment.amountKobo))
  return layout({
    title: `Pay ${amount}`,
    body: html`
      <p class="logo">${brand.name} <small>simulated: no real money moves</small></p>
      <h1><small>Pay Sanwo</small>${amount}</h1>
      <p class="quiet">${payment.email}<br>Reference ${payment.reference}</p>
      ${payment.resultText === null ? paymentForm(view) : resultNotice(payment.resultText, payment.returnUrl)}`,
  })
}

const resultNotice = (message: string, returnUrl: string | null) => html`
  <p class="note">${message}</p>
  ${returnUrl && html`<p><a class="button" href="${returnUrl}">Return to merchant</a></p>`}`

function paymentForm({ brand, payment, note, cardNumber }: HostedView) {
  const { channels } = payment
  return html`
    <form method="post">
      ${note && html`<p class="note" role="alert">${note}</p>`}
      ${
        channels.length > 1 &&
        html`<fieldset><legend>How would you like to pay?</legend>${channels.map(
          ({ name, method }, i) =>
            html`<label class="choice"><input type="radio" name="channel" value="${name}"${i === 0 && html` checked`}> ${names[method]}</label>`,
        )}</fieldset>`
      }
      ${channels.map(({ method }) => methodDetails(method, brand, payment.digits.slice(-10), cardNumber))}
      <button name="do" value="pay">Pay now</button>
      <button name="do" value="decline" class="second">Decline payment</button>
      ${brand.hasCancelButton && html`<button name="do" value="cancel" class="second">Cancel</button>`}
    </form>`
}

function methodDetails(
  method: PaymentMethod,
  brand: HostedBrand,
  digits: string,
  cardNumber?: string,
): Markup {
  switch (method) {
    case 'card':
      return html`
        <label for="card">Card number</label>
        <input id="card" name="card_number" inputmode="numeric" autocomplete="off" value="${cardNumber ?? withSpaces(brand.cards[0]?.number ?? '')}">
        <label for="test-card">Or one of the test cards</label>
        <select id="test-card" name="test_card">
          <option value="">The number above</option>
          ${brand.cards.map((card) => html`<option value="${card.number}">${card.label} (${withSpaces(card.number)})</option>`)}
        </select>
        <p class="quiet">Test cards only. Expiry, CVV, PIN and one-time codes are not asked for here.</p>`
    case 'transfer':
      return html`<p>Transfer the exact amount to</p>
        <dl><dt>Bank</dt><dd>${brand.bank}</dd><dt>Account number</dt><dd>${digits}</dd><dt>Account name</dt><dd>SANWO CHECKOUT</dd></dl>
        <p class="quiet">“Pay now” simulates the transfer.</p>`
    case 'ussd':
      return html`<p>Dial this code on your phone</p><p class="code">*737*000*${digits.slice(-4)}#</p>
        <p class="quiet">“Pay now” simulates the call.</p>`
    case 'bank':
      return html`<p class="quiet">Bank account: Zenith Bank, 0000000000 (test).</p>`
    case 'phone':
      return html`<p class="quiet">Phone number: your bank app would ask you to approve. “Pay now” simulates that.</p>`
  }
}

const withSpaces = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')
