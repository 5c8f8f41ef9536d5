import { formatMoney } from '../../../shared/money.ts'
import { html, type Markup } from '../html.ts'
import { layout } from '../layout.ts'
import { spaced, successCard, testCards } from './cards.ts'
import type { Channel, Ending, Payment } from './state.ts'

export interface CheckoutView {
  payment: Payment
  ending: Ending | null
  /** Where the merchant waits. */
  back: string | null
  note?: string | null
  typed?: string | undefined
}

const names: Record<Channel, string> = {
  card: 'Card',
  bank_transfer: 'Bank transfer',
  ussd: 'USSD',
  bank: 'Bank account',
  payattitude: 'Phone number',
}

/** The hosted checkout, without script. Null shows that there is no such payment. */
export function checkoutPage(view: CheckoutView | null): Markup {
  if (!view) return layout({ title: 'No such payment', body: html`<h1>We know no such payment</h1>` })
  const { payment, ending } = view
  const amount = formatMoney(BigInt(payment.amountKobo))
  return layout({
    title: `Pay ${amount}`,
    body: html`
      <p class="mark">Paystack <small>simulated: no real money moves</small></p>
      <h1><small>Pay Sanwo</small>${amount}</h1>
      <p class="quiet">${payment.email}<br>Reference ${payment.reference}</p>
      ${ending ? ended(ending, view.back) : form(view)}`,
  })
}

const ended = (ending: Ending, back: string | null) => html`
  <p class="note">${ending.is === 'paid' ? 'This payment was received.' : `This payment did not go through: ${ending.because}.`}</p>
  ${back && html`<p><a class="button" href="${back}">Return to merchant</a></p>`}`

function form({ payment, note, typed }: CheckoutView) {
  const several = payment.channels.length > 1
  return html`
    <form method="post">
      ${note && html`<p class="note" role="alert">${note}</p>`}
      ${
        several &&
        html`<fieldset><legend>How would you like to pay?</legend>${payment.channels.map(
          (channel, i) =>
            html`<label class="choice"><input type="radio" name="channel" value="${channel}"${i === 0 && html` checked`}> ${names[channel]}</label>`,
        )}</fieldset>`
      }
      ${payment.channels.map((channel) => details(channel, payment, typed))}
      <button name="do" value="pay">Pay now</button>
      <button name="do" value="decline" class="second">Decline payment</button>
    </form>`
}

function details(channel: Channel, payment: Payment, typed?: string): Markup {
  const digits = payment.id.slice(-10)
  switch (channel) {
    case 'card':
      return html`
        <label for="card">Card number</label>
        <input id="card" name="card_number" inputmode="numeric" autocomplete="off" value="${typed ?? spaced(successCard.number)}">
        <label for="test-card">Or one of the test cards</label>
        <select id="test-card" name="test_card">
          <option value="">The number above</option>
          ${testCards.map((card) => html`<option value="${card.number}">${card.says} (${spaced(card.number)})</option>`)}
        </select>
        <p class="quiet">Test cards only. Expiry, CVV, PIN and one-time codes are not asked for here.</p>`
    case 'bank_transfer':
      return html`<p>Transfer the exact amount to</p>
        <dl><dt>Bank</dt><dd>Paystack-Titan (test)</dd><dt>Account number</dt><dd>${digits}</dd><dt>Account name</dt><dd>SANWO CHECKOUT</dd></dl>
        <p class="quiet">“Pay now” stands for the transfer.</p>`
    case 'ussd':
      return html`<p>Dial this code on your phone</p><p class="code">*737*000*${digits.slice(-4)}#</p>
        <p class="quiet">“Pay now” stands for the call.</p>`
    case 'bank':
      return html`<p class="quiet">Bank account: Zenith Bank, 0000000000 (test).</p>`
    case 'payattitude':
      return html`<p class="quiet">Phone number: your bank app would ask you to approve. “Pay now” stands for that.</p>`
  }
}
