import { formPageUrl } from '../../shared/pages.ts'
import type { BarePage } from './bare-page.ts'
import { type ChildHandle, start } from './process.ts'

export const powerForm = formPageUrl('power')

/** Makes an EJS template of a page's HTML: the values that differ per response become EJS again. */
const templateOf = (html: string): string =>
  html
    .replace(/<title>[^<]*<\/title>/, '<title><%= title %></title>')
    .replace(/(name="csrf-token" content=")[^"]*/, '$1<%= csrfToken %>')

const withoutScript = (html: string): string =>
  html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="(?:modulepreload|manifest)"[^>]*>\n?/g, '')

async function htmlOf(url: string): Promise<string> {
  const response = await fetch(url + powerForm, { headers: { 'accept-encoding': 'identity' } })
  if (!response.ok) throw new Error(`The power form returned ${response.status}`)
  return response.text()
}

/** A bare Express+EJS page of the power form's size. */
export async function startBarePageOfSameSize(url: string): Promise<ChildHandle<{ url: string }>> {
  const page: BarePage = { template: templateOf(await htmlOf(url)), compressed: false }
  return start('bare-page.ts', { input: page })
}

/** A bare page of the power form's text and style, without any script. */
export async function startBarePageOfSameText(url: string): Promise<ChildHandle<{ url: string }>> {
  const page: BarePage = { template: templateOf(withoutScript(await htmlOf(url))), compressed: true }
  return start('bare-page.ts', { input: page })
}
