import type { MetadataJson } from 'libphonenumber-js/core'

/**
 * Nigeria's entry of libphonenumber's metadata, so that a page does not load the full set (20 KB). A test compares
 * it with the installed package and fails when an update changes it.
 */
const metadata: MetadataJson = {
  version: 4,
  country_calling_codes: { 234: ['NG'] },
  countries: {
    NG: [
      '234',
      '009',
      '(?:20|9\\d)\\d{8}|[78]\\d{9,13}',
      [10, 11, 12, 13, 14],
      [
        ['(\\d{3})(\\d{3})(\\d{3,4})', '$1 $2 $3', ['[7-9]'], '0$1'],
        ['(\\d{3})(\\d{3})(\\d{4})', '$1 $2 $3', ['20[129]'], '0$1'],
        ['(\\d{4})(\\d{2})(\\d{4})', '$1 $2 $3', ['2'], '0$1'],
        ['(\\d{3})(\\d{4})(\\d{4,5})', '$1 $2 $3', ['[78]'], '0$1'],
        ['(\\d{3})(\\d{5})(\\d{5,6})', '$1 $2 $3', ['[78]'], '0$1'],
      ],
      '0',
    ],
  },
  nonGeographic: {},
}

export default metadata
