// @vitest-environment jsdom
import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import AirtimeDetails from '../../islands/airtime/details.tsx'
import AirtimeForm from '../../islands/airtime/form.tsx'
import AirtimeSuccess from '../../islands/airtime/success.tsx'
import CabletvDetails from '../../islands/cabletv/details.tsx'
import CabletvForm from '../../islands/cabletv/form.tsx'
import CabletvSuccess from '../../islands/cabletv/success.tsx'
import Chooser from '../../islands/chooser/chooser.tsx'
import DataDetails from '../../islands/data/details.tsx'
import DataForm from '../../islands/data/form.tsx'
import DataSuccess from '../../islands/data/success.tsx'
import EducationDetails from '../../islands/education/details.tsx'
import EducationForm from '../../islands/education/form.tsx'
import EducationSuccess from '../../islands/education/success.tsx'
import RefundAccount from '../../islands/orders/refund-account.tsx'
import ReportProblem from '../../islands/orders/report.tsx'
import PowerDetails from '../../islands/power/details.tsx'
import PowerForm from '../../islands/power/form.tsx'
import PowerSuccess from '../../islands/power/success.tsx'
import { resetLanguage, setLanguage, type TextSource } from '../../shared/i18n.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import {
  chooserPage,
  detailsPageProps,
  formPage,
  refundAccountPage,
  reportPage,
  successPageProps,
} from './support/orders.ts'
import { resetPageForEachTest } from './support/page.ts'
import * as services from './support/services.ts'

resetPageForEachTest()

const root = resolve(import.meta.dirname, '../..')
const modules = await Promise.all(
  globSync('{islands,shared}/**/*texts.ts', { cwd: root }).map(
    (path): Promise<Record<string, Record<string, TextSource>>> => import(join(root, path)),
  ),
)
const texts = modules.flatMap((module) => Object.values(module)).flatMap((group) => Object.values(group))

/** A language in which each text is in brackets. */
const bracketed = Object.fromEntries(texts.map(({ id, message }) => [id, `⟦${message}⟧`]))
beforeEach(() => setLanguage('en', bracketed))
afterEach(resetLanguage)

/** The text of a page outside all brackets, and attributes that people read. */
function untranslated(container: HTMLElement): string[] {
  const found: string[] = []
  let depth = 0
  const add = (text: string) => {
    for (const part of text.split(/([⟦⟧])/)) {
      if (part === '⟦') depth++
      else if (part === '⟧') depth--
      else if (depth === 0 && /\p{L}{2}/u.test(part)) found.push(part.trim())
    }
  }
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (!node.parentElement?.closest('time')) add(node.textContent ?? '')
  }
  for (const name of ['aria-label', 'placeholder', 'title'])
    for (const element of container.querySelectorAll(`[${name}]`)) add(element.getAttribute(name) ?? '')
  return found
}

const pages: Readonly<Record<string, ReactElement<object>>> = {
  'service chooser': <Chooser {...chooserPage()} />,
  'electricity form': <PowerForm {...formPage()} />,
  'electricity details': <PowerDetails {...detailsPageProps()} />,
  'electricity success': <PowerSuccess {...successPageProps()} />,
  'airtime form': <AirtimeForm {...services.airtimeForm()} />,
  'airtime details': <AirtimeDetails {...services.serviceDetailsPageProps(services.airtimeInfo())} />,
  'airtime success': <AirtimeSuccess {...services.serviceSuccessPageProps(services.airtimeOrder())} />,
  'data form': <DataForm {...services.dataForm()} />,
  'data details': <DataDetails {...services.serviceDetailsPageProps(services.dataInfo())} />,
  'data success': <DataSuccess {...services.serviceSuccessPageProps(services.dataOrder())} />,
  'cable TV form': <CabletvForm {...services.cabletvForm()} />,
  'cable TV details': <CabletvDetails {...services.serviceDetailsPageProps(services.cabletvInfo())} />,
  'cable TV success': <CabletvSuccess {...services.serviceSuccessPageProps(services.cabletvOrder())} />,
  'exam PIN form': <EducationForm {...services.educationForm()} />,
  'exam PIN details': <EducationDetails {...services.serviceDetailsPageProps(services.educationInfo())} />,
  'exam PIN success': <EducationSuccess {...services.serviceSuccessPageProps(services.educationOrder())} />,
  'problem report': <ReportProblem {...reportPage()} />,
  'refund account': <RefundAccount {...refundAccountPage()} />,
}
/** Symbols are the same in every language. */
const unitSymbols = / kWh$/

test.each(Object.entries(pages))('another language replaces every text of the page: %s', (_, page) => {
  const { container } = render(page)
  const data = JSON.stringify([page.props, serviceContracts])
  expect(container.textContent).toContain('⟦')
  expect(untranslated(container).filter((text) => !data.includes(text.replace(unitSymbols, '')))).toEqual([])
})
