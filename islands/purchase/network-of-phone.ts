import { normalisePhone } from '../lib/index.ts'

/**
 * Which network gave a line its number, by the digits after the country. Lines may be moved to another network
 * with their number, so this suggests and never decides. Disputed prefixes are left out.
 * Source: the Nigerian numbering plan as published lists agree on it, November 2026.
 */
const prefixes: Record<string, string> = {
  mtn: '703 704 706 803 806 810 813 814 816 903 906 913 916',
  airtel: '701 708 802 808 812 901 902 904 907 911 912',
  glo: '705 805 807 811 815 905 915',
  t2: '809 817 818 908 909',
}

interface Network {
  code: string
}

/** The listed network that a typed number began with; null while it cannot be told. */
export function networkOf<N extends Network>(typed: string, networks: readonly N[]): N | null {
  const [, prefix] = /^\+234(\d{3})/.exec(normalisePhone(typed)) ?? []
  return prefix ? (networks.find(({ code }) => prefixes[code]?.includes(prefix)) ?? null) : null
}
