import { useId, useState } from 'react'
import { pageEndpoints } from '../../shared/management/endpoint-scopes.ts'
import type { ManagementPage } from '../pages.ts'
import { Button, renderParts } from '../ui/index.ts'
import { GlobalSearch } from './global-search.tsx'
import { type ManagementPath, type MenuLink, menuGroups } from './links.ts'
import { menuTexts } from './menu-texts.ts'
import { useAfterMutation } from './use-after-mutation.ts'
import { useOverview } from './use-overview.ts'
import { useUrlSearch } from './use-url-search.ts'
import { isVisible } from './visible.ts'

/**
 * Menu of the back office: next to the content on a desktop, collapsible on a phone. Its counts of open work are fetched
 * again after the manager's own actions.
 */
export function ManagementMenu({
  path,
  scopes,
  search,
}: {
  path: ManagementPath | null
  scopes?: ManagementPage['scopes']
  search?: ManagementPage['search']
}) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { data, reload } = useOverview({ isElsewhere: path !== '/management', search }).query
  useAfterMutation(reload)
  const current = currentLink(path, useUrlSearch(search))
  return (
    <nav className="side-menu" aria-label={menuTexts.label()}>
      <GlobalSearch />
      <Button
        kind="plain"
        className="btn-wide"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen((previous) => !previous)}
      >
        {menuTexts.toggle()}
      </Button>
      <div id={id} className={isOpen ? 'is-open' : undefined}>
        {visibleGroups(scopes).map(({ title, links }, index) => (
          <section key={title()}>
            <p id={`${id}-${index}`}>{title()}</p>
            <ul aria-labelledby={`${id}-${index}`}>
              {links.map((link) => (
                <MenuItem
                  key={link.text()}
                  link={link}
                  isCurrent={link === current}
                  count={data && link.count ? link.count.countIn(data) : 0}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}

/** The groups with the links that the manager's scopes cover. */
const visibleGroups = (scopes: ManagementPage['scopes']) =>
  menuGroups
    .map((group) => ({
      ...group,
      links: group.links.filter(({ href }) => isVisible(scopes, pageEndpoints[href])),
    }))
    .filter(({ links }) => links.length > 0)

/** The link of the page that is shown; of a page with several, the one whose filters are in the URL. */
function currentLink(path: ManagementPath | null, search: string): MenuLink | undefined {
  const links = menuGroups.flatMap((group) => group.links).filter(({ href }) => href === path)
  const parameters = search.replace(/^\?/, '').split('&')
  return (
    links.find(({ filters }) => filters !== undefined && parameters.includes(filters)) ??
    links.find(({ filters }) => filters === undefined)
  )
}

interface MenuItemProps {
  link: MenuLink
  isCurrent: boolean
  /** Number of open items; 0 shows no count. */
  count: number
}

/** The count is next to the link, so that the link's name stays the page's name. */
function MenuItem({ link: { href, filters, text, Icon, count: counted }, isCurrent, count }: MenuItemProps) {
  const id = useId()
  return (
    <li>
      <a
        href={filters ? `${href}?${filters}` : href}
        aria-current={isCurrent ? 'page' : undefined}
        aria-describedby={count > 0 ? id : undefined}
      >
        <Icon />
        {text()}
      </a>
      {count > 0 && counted && (
        <span id={id} className="side-menu-count">
          {renderParts(counted.text({ count, unit: (words) => <span className="sr-only">{words}</span> }))}
        </span>
      )}
    </li>
  )
}
