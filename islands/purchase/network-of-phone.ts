import { normalisePhone } from '../lib/index.ts'

/**
 * Networks by the prefix after the country code. A number may have been ported to another network, so this only
 * suggests. Prefixes for which published lists name different networks are omitted. Source: the Nigerian numbering plan
 * in published lists, November 2026.
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

/** The listed network of the number's prefix; null while the prefix is incomplete or has no listed network. */
export function networkOfPhone<N extends Network>(inputText: string, networks: readonly N[]): N | null {
  const [, prefix] = /^\+234(\d{3})/.exec(normalisePhone(inputText)) ?? []
  return prefix ? (networks.find(({ code }) => prefixes[code]?.includes(prefix)) ?? null) : null
}
