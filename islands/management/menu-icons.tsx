import { lineIcon } from '../ui/index.ts'

export const ChartIcon = lineIcon('M4 4v16h16M9 16v-4m4 4V7m4 9v-6')
export const ArrowsIcon = lineIcon('M4 8h15m-4-4l4 4-4 4M20 16H5m4-4l-4 4 4 4')
export const ClipboardIcon = lineIcon('M5 5h14v16H5zm4 0V3h6v2M9 13l2 2 4-4')
export const CoinsIcon = lineIcon(
  'M9 4c3.300 0 6 1.300 6 3s-2.700 3-6 3-6-1.300-6-3 2.700-3 6-3zM3 7v5c0 1.700 2.700 3 6 3M15 10c3.300 0 6 1.300 6 3s-2.700 3-6 3-6-1.300-6-3 2.700-3 6-3zM9 13v5c0 1.700 2.700 3 6 3s6-1.300 6-3v-5',
)
export const FloatIcon = lineIcon('M3 9l9-5 9 5zM5 9v9m4-9v9m6-9v9m4-9v9M3 20h18')
export const PowerIcon = lineIcon('M13 3L5 14h6l-1 7 9-11h-7z')
export const TvIcon = lineIcon('M3 7h18v12H3zM8 3l4 4 4-4')
export const UsersIcon = lineIcon(
  'M9 4a4 4 0 110 8 4 4 0 010-8zM2 20a7 7 0 0114 0M16 4a4 4 0 010 8m3 3a7 7 0 013 5',
)
export const ServerIcon = lineIcon('M4 4h16v6H4zm0 10h16v6H4zM8 7h.01M8 17h.01')
export const SlidersIcon = lineIcon('M4 8h9m4 0h3M4 16h3m4 0h9M17 6v4M7 14v4')
export const GlobeIcon = lineIcon(
  'M12 3a9 9 0 110 18 9 9 0 010-18zM3 12h18M12 3c4 5 4 13 0 18M12 3c-4 5-4 13 0 18',
)
export const ClockIcon = lineIcon('M12 7v5l3 2M12 3a9 9 0 110 18 9 9 0 010-18z')
export const ShieldIcon = lineIcon('M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4')
export const TwoUsersIcon = lineIcon('M8 4a4 4 0 110 8 4 4 0 010-8zM2 20a6 6 0 0112 0M14 12l3 3 5-6')
export const LinkIcon = lineIcon(
  'M10 14a4 4 0 005.700 0l3.300-3.300a4 4 0 00-5.700-5.700L12 6.300M14 10a4 4 0 00-5.700 0L5 13.300a4 4 0 005.700 5.700l1.300-1.300',
)
