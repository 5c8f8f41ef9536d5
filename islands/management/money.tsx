import type { ManagementPage } from '../pages.ts'
import { menuTexts } from './menu-texts.ts'
import { DisputesPanel } from './money-disputes.tsx'
import { FloatsPanel } from './money-floats.tsx'
import { SettlementsPanel } from './money-settlements.tsx'
import { moneyTexts } from './money-texts.ts'
import { PageLayout } from './page-layout.tsx'
import { TabbedPanel } from './tabbed-panel.tsx'
import { useSection } from './use-section.ts'
import { isVisible } from './visible.ts'

const sections = {
  floats: { label: moneyTexts.floats, endpoint: 'getVendorFloats', Panel: FloatsPanel },
  settlements: { label: moneyTexts.settlements, endpoint: 'getSettlements', Panel: SettlementsPanel },
  disputes: { label: moneyTexts.disputes, endpoint: 'getDisputes', Panel: DisputesPanel },
} as const
type Section = keyof typeof sections
const sectionNames = Object.keys(sections) as Section[]

/** Floats at the vendors, settlements of the gateways and disputes. The open section is in the URL. */
export default function Money(page: ManagementPage) {
  const visible = sectionNames.filter((name) => isVisible(page.scopes, sections[name].endpoint))
  const [section, setSection] = useSection(['floats', ...visible])
  const { Panel } = sections[section]
  return (
    <PageLayout {...page} path="/management/money" title={menuTexts.money()}>
      <TabbedPanel
        label={moneyTexts.sections()}
        tabs={visible.map((name) => ({ name, label: sections[name].label() }))}
        current={section}
        onTab={setSection}
      >
        <Panel />
      </TabbedPanel>
    </PageLayout>
  )
}
