import type { Service } from '../../shared/constants.ts'
import { serviceTiles } from './service-tiles.tsx'

/** The icon of a service in its colour. Its name is next to it. */
export function ServiceIcon({ service }: { service: Service }) {
  const { Icon } = serviceTiles[service]
  return (
    <span className="service-icon">
      <Icon />
    </span>
  )
}
