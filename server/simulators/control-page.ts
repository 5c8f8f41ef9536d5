import { formatMoney } from '../../shared/money.ts'
import type { Fault } from './faults.ts'
import { html, type Markup } from './html.ts'
import { layout } from './layout.ts'
import type { Message, Movement, Truth } from './party.ts'

interface ControlView {
  truth: Truth
  mail: readonly Message[]
  sms: readonly Message[]
  faults: readonly Fault[]
}

/** So many of the newest of each are shown. */
const shown = 50

/** What the counterparties have seen, for people who try the product. */
export const controlPage = ({ truth, mail, sms, faults }: ControlView): Markup =>
  layout({
    title: 'Simulators',
    wide: true,
    body: html`
      <h1>Simulators</h1>
      <p class="quiet">The banks, electricity companies, mail and phones of this copy. No real money moves here.</p>
      <h2>SMS</h2>${messages(sms)}
      <h2>Mail</h2>${messages(mail)}
      <h2>Captures</h2>${movements(truth.captures)}
      <h2>Deliveries</h2>${movements(truth.deliveries)}
      <h2>Refunds</h2>${movements(truth.refunds)}
      <h2>Faults</h2>
      <p class="quiet">Order one with <code>POST /simulators/faults {"party", "behaviour", "times"}</code>.</p>
      <div class="scroll" tabindex="0" role="region" aria-label="Faults"><table>
        <thead><tr><th>Party</th><th>Behaviour</th><th>What it does</th><th>Left</th></tr></thead>
        <tbody>${faults.map(
          ({ party, behaviour, says, left }) =>
            html`<tr><td>${party}</td><td>${behaviour}</td><td>${says}</td><td>${left}</td></tr>`,
        )}</tbody></table></div>`,
  })

const none = html`<p class="quiet">None yet.</p>`
const newest = <T>(them: readonly T[]) => them.slice(-shown).reverse()

const messages = (them: readonly Message[]) =>
  them.length === 0
    ? none
    : newest(them).map(
        ({ to, subject, text, attachments, at }) =>
          html`<div class="note"><b>${subject ?? to}</b> <span class="quiet">${subject && to} ${at}</span><pre>${text}</pre>${attachments.map(
            ({ name, bytes }) => html`<span class="quiet">${name}, ${bytes} bytes</span>`,
          )}</div>`,
      )

const movements = (them: readonly Movement[]) =>
  them.length === 0
    ? none
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Movements"><table>
        <thead><tr><th>At</th><th>Party</th><th>Amount</th><th>Reference</th><th>Order</th><th>To</th></tr></thead>
        <tbody>${newest(them).map(
          (it) =>
            html`<tr><td>${it.at}</td><td>${it.party}</td><td>${it.currency} ${formatMoney(BigInt(it.amountKobo)).slice(1)}</td><td>${it.reference}</td><td>${it.orderReference ?? ''}</td><td>${it.to ?? ''}</td></tr>`,
        )}</tbody></table></div>`
