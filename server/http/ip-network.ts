import { isIPv6 } from 'node:net'

/**
 * The IP address or prefix that limits count as one client. One IPv6 household has a /64: the first four groups. IPv4
 * is unchanged.
 */
export function ipNetworkOf(address: string): string {
  const ipv4Address = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (ipv4Address) return ipv4Address
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('%')[0]!.split('::')
  const groups = head.split(':').filter(Boolean)
  const tailGroups = tail.split(':').filter(Boolean)
  const middle = Array<string>(Math.max(0, 8 - groups.length - tailGroups.length)).fill('0')
  return [...groups, ...middle, ...tailGroups]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
