import type { ReactNode } from 'react'

interface SectionProps {
  id: string
  title: string
  isOpen?: boolean
  children: ReactNode
}

/** One section of the settings, which can be closed with or without JavaScript. */
export const SettingsSection = ({ id, title, isOpen = false, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <details className="disclosure" open={isOpen}>
      <summary>
        <h2 id={id}>{title}</h2>
      </summary>
      <div className="stack">{children}</div>
    </details>
  </section>
)
