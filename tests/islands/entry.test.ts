// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { PrintReceiptPage } from '../../islands/pages.ts'
import { islandNames, render } from '../../islands/server.tsx'
import { consoleErrors, resetPageForEachTest } from './support/page.ts'

resetPageForEachTest()

const props: PrintReceiptPage = {
  signedIn: false,
  simulated: true,
  brandName: 'Sanwo',
  note: null,
  reference: '',
  order: null,
  appUrl: 'http://localhost:3000',
  helpUrl: 'http://localhost:3000/help',
  csrf: '',
}

/** A page as the shell sends it: the island's HTML and its data. */
function setServerHtml(island: string, html: string): void {
  document.body.innerHTML = `<div id="island">${html}</div>
    <script type="application/json" id="page-data">${JSON.stringify({ island, props })}</script>`
}

async function runEntryModule(): Promise<void> {
  vi.resetModules()
  await act(async () => {
    await import('../../islands/main.tsx')
  })
}

test('the entry module hydrates the page’s island, and its HTML stays as the server rendered it', async () => {
  const html = render('print-receipt', props)
  setServerHtml('print-receipt', html)
  await runEntryModule()
  await expect
    .poll(() => Object.keys(document.getElementById('island') ?? {}).some((key) => key.startsWith('__react')))
    .toBe(true)
  expect(document.getElementById('island')?.textContent).toContain('No record found')
})

test('an unknown island is logged, and the page stays unchanged', async () => {
  setServerHtml('missing-island', '<p>Here</p>')
  await runEntryModule()
  expect(consoleErrors()).toEqual(['There is no island called missing-island.'])
  expect(document.getElementById('island')?.textContent).toBe('Here')
})

test('a page without an island stays unchanged', async () => {
  document.body.innerHTML = '<main>Privacy</main>'
  await runEntryModule()
  expect(document.body.textContent).toBe('Privacy')
})

test('the server finds the component of every island', () => {
  for (const name of islandNames)
    expect(() => render(name as 'print-receipt', props)).not.toThrow('There is no island')
})
