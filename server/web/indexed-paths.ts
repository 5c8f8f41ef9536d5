import { services } from '../../shared/constants.ts'
import {
  apiDocsPath,
  formPageUrl,
  helpPath,
  homePath,
  privacyPath,
  registerPath,
  serviceStatusPath,
  termsPath,
} from '../../shared/pages.ts'

/** Pages listed in the sitemap, with a canonical address and a preview for shared links. */
export const indexedPaths: readonly string[] = [
  homePath,
  ...services.map(formPageUrl),
  registerPath,
  helpPath,
  serviceStatusPath,
  privacyPath,
  termsPath,
  apiDocsPath,
]
