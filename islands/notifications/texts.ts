import { defineTexts } from '../../shared/i18n.ts'

/** Notifications: bell, list and details. Source of the labels: specification 2, section 3. */
export const notificationsTexts = defineTexts('notifications', {
  title: 'Notifications',
  titleWithUnread: 'Notifications, {count} unread',
  markAllRead: 'Mark All as Read',
  notLoaded: "Couldn't load notifications.",
  empty: 'No notifications!',
  unread: 'Unread',
  markRead: 'Mark as Read',
  markReadLabel: 'Mark as Read: {subject}',
  deleteLabel: 'Delete: {subject}',
  deleted: 'Deleted.',
  deletedNotice: '“{subject}” was deleted.',
  restored: 'Restored.',
  undo: 'Undo',

  open: 'Open',
  openOrder: 'View order',
  token: 'Token',
  units: 'Units',
  unitsValue: '{units} kWh',
})
