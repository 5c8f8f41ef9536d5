import { defineTexts } from '../../shared/i18n.ts'

/** How long something takes, or how long ago it was. */
export const durationTexts = defineTexts('managementDuration', {
  seconds: '{seconds}\u00a0s',
  minutes: '{minutes}\u00a0min',
  minutesAndSeconds: '{minutes}\u00a0min {seconds}\u00a0s',
  hours: '{hours}\u00a0h',
  hoursAndMinutes: '{hours}\u00a0h {minutes}\u00a0min',
  days: '{days, plural, one {#\u00a0day} other {#\u00a0days}}',
  ago: '{duration} ago',
  waiting: 'Waiting',
  late: 'Late',
  lateExplanation: 'The deadline has passed.',
  due: 'Due <time></time>',
  deadlineMissed: 'Deadline missed {ago}',
})
