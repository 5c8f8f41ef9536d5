/** Areas that a manager's role covers; a manager has at least one. */
export const scopes = ['support', 'finance', 'operations', 'admin'] as const
export type ManagerScope = (typeof scopes)[number]
