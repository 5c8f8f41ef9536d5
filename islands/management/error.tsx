import type { ManagementErrorPage } from '../pages.ts'
import { PageLayout } from './page-layout.tsx'
import { managementTexts } from './texts.ts'

/** An error inside the back office: the menu stays usable. */
export default function ErrorPage({ heading, message, isMissing, ...page }: ManagementErrorPage) {
  return (
    <PageLayout {...page} path={null} title={heading}>
      <section className="card stack">
        <p>{isMissing ? managementTexts.missingPage() : message}</p>
        <p>
          <a className="btn btn-primary" href="/management">
            {managementTexts.toOverview()}
          </a>
        </p>
      </section>
    </PageLayout>
  )
}
