import { formatMoney } from '../../shared/money.ts'
import type { Fault } from './faults.ts'
import { html, type Markup } from './html.ts'
import { layout } from './layout.ts'
import type { Message, Movement, ProviderRecords } from './provider.ts'

interface ControlView {
  records: ProviderRecords
  mail: readonly Message[]
  sms: readonly Message[]
  faults: readonly Fault[]
}

/** Number of newest rows shown per list. */
const pageSize = 50

/** Overview of the simulated providers' records, for people who try the product. */
export const controlPage = ({ records, mail, sms, faults }: ControlView): Markup =>
  layout({
    title: 'Simulators',
    wide: true,
    body: html`
      <h1>Simulators</h1>
      <p class="quiet">The banks, electricity companies, mail and phones of this installation. No real money moves here.
        A <a href="/simulators/phone">phone</a> dials the USSD menu and sends SMS.</p>
      <h2>SMS</h2>${messageList(sms)}
      <h2>Mail</h2>${messageList(mail)}
      <h2>Captures</h2>${movementList(records.captures)}
      <h2>Deliveries</h2>${movementList(records.deliveries)}
      <h2>Refunds</h2>${movementList(records.refunds)}
      <h2>Faults</h2>
      <p class="quiet">Arm a fault with <code>POST /simulators/faults {"party", "behaviour", "times"}</code>.</p>
      <div class="scroll" tabindex="0" role="region" aria-label="Faults"><table>
        <thead><tr><th>Party</th><th>Behaviour</th><th>What it does</th><th>Left</th></tr></thead>
        <tbody>${faults.map(
          ({ party: provider, behaviour, message, left }) =>
            html`<tr><td>${provider}</td><td>${behaviour}</td><td>${message}</td><td>${left}</td></tr>`,
        )}</tbody></table></div>`,
  })

const none = html`<p class="quiet">None yet.</p>`
const newestItems = <T>(items: readonly T[]) => items.slice(-pageSize).reverse()

const messageList = (items: readonly Message[]) =>
  items.length === 0
    ? none
    : newestItems(items).map(
        ({ to, subject, text, attachments, at: sentAt }) =>
          html`<div class="note"><b>${subject ?? to}</b> <span class="quiet">${subject && to} ${sentAt}</span><pre>${text}</pre>${attachments.map(
            ({ name, bytes }) => html`<span class="quiet">${name}, ${bytes} bytes</span>`,
          )}</div>`,
      )

const movementList = (items: readonly Movement[]) =>
  items.length === 0
    ? none
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Movements"><table>
        <thead><tr><th>At</th><th>Party</th><th>Amount</th><th>Reference</th><th>Order</th><th>To</th></tr></thead>
        <tbody>${newestItems(items).map(
          (movement) =>
            html`<tr><td>${movement.at}</td><td>${movement.party}</td><td>${movement.currency} ${formatMoney(BigInt(movement.amountKobo)).slice(1)}</td><td>${movement.reference}</td><td>${movement.orderReference ?? ''}</td><td>${movement.to ?? ''}</td></tr>`,
        )}</tbody></table></div>`
