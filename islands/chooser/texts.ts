import { defineTexts } from '../../shared/i18n.ts'

/** The service chooser. */
export const chooserTexts = defineTexts('chooser', {
  title: 'What do you want to pay for today?',
  openingForm: 'Opening the form, please wait...',
  registerPrompt: '<link>Register</link> and get saved meters, and a wallet.',
  registerPromptWithCashback:
    '<link>Register</link> and get {percent}% cashback on every purchase (but not on the service charge), saved meters, and a wallet.',
  inactive: 'Inactive!',
  unavailable: "{service} is not available now. <link>Notify me when it's back</link>",
})
