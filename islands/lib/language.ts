import { setLanguage, type Translation } from '../../shared/i18n.ts'

/** Shows texts in the language of the page. Without its messages, which are one file, texts are English. */
export async function loadMessages(url: string): Promise<void> {
  try {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    setLanguage('en', (await response.json()) as Translation)
  } catch (error) {
    console.error(error)
  }
}
