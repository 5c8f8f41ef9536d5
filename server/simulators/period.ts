/** Whether a time is within an inclusive range of days or times; both ends are optional. All are ISO text. */
export const isWithin = (timestamp: string, { from, to }: { from?: unknown; to?: unknown }): boolean =>
  (!from || timestamp >= String(from)) && (!to || timestamp.slice(0, String(to).length) <= String(to))
