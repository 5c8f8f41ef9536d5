/** True for an error that says: another row has this already, which no two may have. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'
