import type { ManagementErrorPage } from '../pages.ts'
import { Button } from '../ui/index.ts'
import { PageLayout } from './page-layout.tsx'
import { managementTexts } from './texts.ts'

/** An error inside the back office: the menu stays usable. */
export default function ErrorPage({ heading, message, isMissing, ...page }: ManagementErrorPage) {
  return (
    <PageLayout {...page} path={null} title={heading}>
      <section className="card stack">
        <p>{isMissing ? managementTexts.missingPage() : message}</p>
        <p className="row">
          {!isMissing && <Button onClick={() => window.location.reload()}>{managementTexts.retry()}</Button>}
          <a className={`btn ${isMissing ? 'btn-primary' : 'btn-plain'}`} href="/management">
            {managementTexts.toOverview()}
          </a>
        </p>
      </section>
    </PageLayout>
  )
}
