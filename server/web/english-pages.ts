import * as pages from '../../shared/pages.ts'

/** Pages without an account menu whose content has no translation: sign-in, and texts that need a lawyer. */
const englishPaths: ReadonlySet<string> = new Set([
  pages.registerPath,
  pages.verifyEmailPath,
  `${pages.verifyEmailPath}/resend`,
  pages.loginPath,
  pages.forgotPasswordPath,
  pages.resetPasswordPath,
  pages.signOutPath,
  pages.privacyPath,
  pages.termsPath,
  pages.apiDocsPath,
])

/** Account pages whose texts are translated, because guests see them too. */
const translatedPaths: ReadonlySet<string> = new Set([pages.paymentRequestsPath, pages.newPaymentRequestPath])

/** True for pages that are in English in every language; only their menu is translated. */
export const isEnglishPage = (path: string): boolean =>
  englishPaths.has(path) ||
  path.startsWith(pages.managementPath) ||
  (path.startsWith('/account') && !translatedPaths.has(path))
