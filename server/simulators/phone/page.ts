import { html, type Markup } from '../html.ts'
import { layout } from '../layout.ts'
import type { Message } from '../provider.ts'
import { networks, serviceCode, type UssdScreen, type UssdSession } from './gateway.ts'

/** The state that the phone page shows. */
export interface PhoneView {
  /** As typed, for example 08030000001. */
  readonly phone: string
  readonly network: string
  /** The session and its last screen; null while the phone is idle. */
  readonly ussd: { readonly session: UssdSession; readonly screen: UssdScreen } | null
  readonly inbox: readonly Message[]
  /** Why the last form was rejected. */
  readonly error: string | null
}

/** Suggested numbers: one with an account, one without. */
const sampleNumbers = [
  ['08030000004', 'Tunde, who has a wallet and a PIN'],
  ['08010000099', 'someone without an account'],
] as const

/** A simulated phone: sends the requests of the USSD and SMS gateway. Works without JavaScript. */
export const phonePage = ({ phone, network, ussd, inbox, error }: PhoneView): Markup =>
  layout({
    title: 'Phone',
    body: html`
      <h1>Phone</h1>
      <p class="quiet">Sends the requests of Africa's Talking to this installation. No real phone is reached.</p>
      ${error && html`<p class="note" role="alert">${error}</p>`}
      ${ussd ? screenMarkup(ussd) : idleMarkup(phone, network)}
      ${
        ussd === null &&
        html`<h2 id="inbox">Messages of ${phone}</h2>
      <form method="post" action="/simulators/phone/sms">
        ${identityMarkup(phone, network)}
        <label for="message">Send an SMS to the service</label>
        <input id="message" name="message" maxlength="160" required placeholder="HELP" autocomplete="off">
        <button class="second">Send SMS</button>
      </form>
      <p><a href="/simulators/phone?phone=${phone}&amp;network=${network}#inbox">Refresh</a></p>
      ${messageList(inbox)}`
      }`,
  })

const identityMarkup = (phone: string, network: string) =>
  html`<input type="hidden" name="phone" value="${phone}"><input type="hidden" name="network" value="${network}">`

const idleMarkup = (phone: string, network: string): Markup => html`
  <form method="post" action="/simulators/phone">
    <label for="phone">My number</label>
    <input id="phone" name="phone" type="tel" value="${phone}" list="samples" required autocomplete="off">
    <datalist id="samples">${sampleNumbers.map(([number, name]) => html`<option value="${number}">${name}</option>`)}</datalist>
    <label for="network">My network</label>
    <select id="network" name="network">${Object.entries(networks).map(
      ([code, name]) => html`<option value="${code}"${code === network && html` selected`}>${name}</option>`,
    )}</select>
    <button>Dial ${serviceCode}</button>
  </form>`

function screenMarkup({ session, screen: currentScreen }: NonNullable<PhoneView['ussd']>): Markup {
  const { phone, network, sessionId, text } = session
  const nationalNumber = phone.replace(/^\+234/, '0')
  return html`
  <p class="quiet">${nationalNumber}, ${serviceCode}</p>
  <pre class="note" id="screen" role="status">${currentScreen.text}</pre>
  <p class="quiet">${currentScreen.text.length} of 160 characters</p>
  ${
    currentScreen.isOpen
      ? html`<form method="post" action="/simulators/phone">
    ${identityMarkup(nationalNumber, network)}
    <input type="hidden" name="session" value="${sessionId}"><input type="hidden" name="text" value="${text}">
    <label for="input">Answer</label>
    <input id="input" name="input" autocomplete="off" autofocus>
    <button>Send</button>
  </form>`
      : html`<p>The session has ended.</p>`
  }
  <form method="get" action="/simulators/phone">
    ${identityMarkup(nationalNumber, network)}
    <button class="second">${currentScreen.isOpen ? 'Hang up' : 'Close'}</button>
  </form>`
}

const timeFormat = new Intl.DateTimeFormat('en-NG', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})
const readableTime = (at: string): string => timeFormat.format(new Date(at))

const messageList = (inbox: readonly Message[]): Markup =>
  inbox.length === 0
    ? html`<p class="quiet">No messages yet.</p>`
    : html`${inbox.map(
        ({ text, at }) =>
          html`<div class="note"><span class="quiet">${readableTime(at)}</span><pre>${text}</pre></div>`,
      )}`
