import { defineTexts } from '../../shared/i18n.ts'

/** Messages of the API about notifications. */
export const notificationServerTexts = defineTexts('notificationServer', {
  allRead: 'All marked as read.',
  read: 'Marked read.',
  deleted: 'The notification was deleted.',
  restored: 'The notification was restored.',
})
