/** Areas of the back office that a manager may work in; a manager has at least one. */
export const scopes = ['support', 'finance', 'operations', 'admin'] as const
export type ManagerScope = (typeof scopes)[number]
