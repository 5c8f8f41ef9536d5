import { services } from '../../shared/constants.ts'
import { apiDocs, formPage, help, home, privacy, register, terms } from '../../shared/pages.ts'

/** Pages listed in the sitemap, with a canonical address and a preview for shared links. */
export const indexedPaths: readonly string[] = [
  home,
  ...services.map(formPage),
  register,
  help,
  privacy,
  terms,
  apiDocs,
]
