import { auditActionTexts } from './audit-action-texts.ts'

const known: Readonly<Record<string, () => string>> = auditActionTexts

/** The action in words; an action of another release as it is stored. */
export const actionLabel = (action: string): string => known[action]?.() ?? action

/** Whether the action only read data. */
export const isRead = (action: string): boolean => /\.read(_|$)/.test(action)

/** Choices of the action filter, by label. A filter of the URL that is not in the list is kept. */
export function actionChoices(current: string): (readonly [action: string, label: string])[] {
  const actions = Object.keys(auditActionTexts)
  return [...actions, ...(current === '' || actions.includes(current) ? [] : [current])]
    .map((action) => [action, actionLabel(action)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, 'en'))
}
