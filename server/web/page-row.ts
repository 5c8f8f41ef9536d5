import type { Page } from './page.ts'
import { pageTexts } from './page-texts.ts'

/** A row of the page table; omitted properties get defaults. */
export type PageRow = Partial<Page> & Pick<Page, 'path' | 'title' | 'description'>

type NameIn<Key> = Key extends `${infer Name}Title` ? Name : never

/** Name of a page's title and description in its texts. */
export type PageName = NameIn<keyof typeof pageTexts>

export const pageTitles = (name: PageName): Pick<Page, 'title' | 'description'> => ({
  title: pageTexts[`${name}Title`],
  description: pageTexts[`${name}Description`],
})
