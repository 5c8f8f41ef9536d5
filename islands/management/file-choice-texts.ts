import { defineTexts } from '../../shared/i18n.ts'

/** A file field. */
export const fileChoiceTexts = defineTexts('managementFileChoice', {
  chooseFile: 'Choose a file',
  chooseAnotherFile: 'Choose another file',
  removeFile: 'Remove file',
  noFile: 'No file chosen',
  fileTooBig: 'A file may have at most {size}.',
  otherType: 'Please choose a file of another type.',
})
