import type { ManagementErrorPage } from '../../../islands/pages.ts'
import { fetchUser, isManager, pageUserOf } from '../account/user.ts'
import type { Page, PageRequest, PageResult, WebContext } from '../page.ts'
import type { PageRow } from '../page-row.ts'
import { managementPageTexts } from './texts.ts'

/** An error in the frame of the back office. */
export const managementErrorRow: PageRow = {
  path: '/management/error',
  title: managementPageTexts.error,
  description: managementPageTexts.errorDescription,
  island: 'management-error',
  isPersonal: true,
}

/**
 * The content of an error page in the frame of the back office, for managers below /management; null elsewhere, for
 * everyone else, and while the API does not respond.
 */
export async function findManagementError(
  path: string,
  page: Page,
  pageRequest: PageRequest,
  web: WebContext,
): Promise<PageResult | null> {
  const isBackOffice = path === '/management' || path.startsWith('/management/')
  if (!isBackOffice || !pageRequest.caller.token) return null
  const [user, error] = await Promise.all([fetchUser(web), page.load(pageRequest, web)])
  if (user.type !== 'known' || error.type !== 'page') return null
  const { scopes = [] } = user.profile
  if (!isManager(user.profile)) return null
  const httpStatus = error.httpStatus ?? 404
  const props: Pick<ManagementErrorPage, 'helpUrl' | 'scopes' | 'isMissing'> = {
    helpUrl: web.config.helpUrl,
    scopes,
    isMissing: httpStatus === 404,
  }
  return {
    type: 'page',
    httpStatus,
    title: page.title(),
    ...pageUserOf(user.profile),
    props: { ...props, ...error.locals },
  }
}
