import { services } from '../../shared/constants.ts'
import { apiDocs, formPage, help, home, privacy, register, serviceStatus, terms } from '../../shared/pages.ts'

/** Pages listed in the sitemap, with a canonical address and a preview for shared links. */
export const indexedPaths: readonly string[] = [
  home,
  ...services.map(formPage),
  register,
  help,
  serviceStatus,
  privacy,
  terms,
  apiDocs,
]
