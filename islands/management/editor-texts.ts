import { defineTexts } from '../../shared/i18n.ts'

/** Toolbar of the rich-text editor and its link dialog. */
export const editorTexts = defineTexts('managementEditor', {
  tools: 'Formatting',
  heading: 'Heading H{level}',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  link: 'Link',
  orderedList: 'Ordered list',
  bulletList: 'Bullet list',
  clearFormatting: 'Clear formatting',
  clear: 'Clear',

  address: 'Address',
  addressHint: 'https://… or mailto:…',
  setLink: 'Set link',
  removeLink: 'Remove link',
})
