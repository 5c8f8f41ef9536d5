import { expect, test } from 'vitest'
import { actionChoices, actionLabel, isRead } from '../../../islands/management/audit-actions.ts'

test('an action is shown in words, and an unknown one as it is stored', () => {
  expect(actionLabel('order.refund')).toBe('Order refunded')
  expect(actionLabel('unknown.action')).toBe('unknown.action')
})

test('reads are distinguished from other actions by their code', () => {
  expect(['orders.file.read', 'payment_request.read_reports'].map(isRead)).toEqual([true, true])
  expect(['order.note', 'schedule.ready'].map(isRead)).toEqual([false, false])
})

test('the choices keep a filter that only the URL has, such as all actions of an area', () => {
  expect(actionChoices('')).not.toContainEqual(['order', 'order'])
  expect(actionChoices('order')).toContainEqual(['order', 'order'])
})
