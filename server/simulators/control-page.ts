import { formatMoney } from '../../shared/money.ts'
import type { Fault } from './faults.ts'
import { html, type Markup } from './html.ts'
import { layout } from './layout.ts'
import type { Message, ProviderRecords, TransactionRecord } from './provider.ts'

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
      <h2>Captures</h2>${recordTable(records.captures)}
      <h2>Deliveries</h2>${recordTable(records.deliveries)}
      <h2>Refunds</h2>${recordTable(records.refunds)}
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

const recordTable = (items: readonly TransactionRecord[]) =>
  items.length === 0
    ? none
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Transactions"><table>
        <thead><tr><th>At</th><th>Party</th><th>Amount</th><th>Reference</th><th>Order</th><th>To</th></tr></thead>
        <tbody>${newestItems(items).map(
          (record) =>
            html`<tr><td>${record.at}</td><td>${record.party}</td><td>${record.currency} ${formatMoney(BigInt(record.amountKobo)).slice(1)}</td><td>${record.reference}</td><td>${record.orderReference ?? ''}</td><td>${record.to ?? ''}</td></tr>`,
        )}</tbody></table></div>`
