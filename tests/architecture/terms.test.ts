import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

interface ReplacedTerm {
  readonly pattern: RegExp
  readonly standard: string
  /** A line that the pattern must find. */
  readonly violation: string
}

/** A word, alone or as a part of an identifier in camel case. */
const word = (lower: string): RegExp => {
  const capitalised = lower.replace(/^\w|(?<=\|)\w/g, (letter) => letter.toUpperCase())
  return new RegExp(`(?<![a-z])(?:${lower})(?![a-z])|(?:${capitalised})(?![a-z])`)
}

/** Terms of an earlier private vocabulary, and the standard ones in use. */
const replacedTerms: Readonly<Record<string, ReplacedTerm>> = {
  ware: { pattern: word('ware|wares'), standard: 'product', violation: 'const wareOf = (order) => order' },
  deed: { pattern: word('deed|deeds'), standard: 'audit event', violation: 'interface Deed {' },
  ailment: { pattern: word('ailment|ailments'), standard: 'failure kind', violation: 'const ailment = 1' },
  manners: { pattern: word('manners'), standard: 'requery policy', violation: 'policy: Manners' },
  verdict: { pattern: word('verdict'), standard: 'decision', violation: 'return { verdict }' },
  wish: { pattern: word('wish|wishes'), standard: 'request', violation: 'const sameWish = 1' },
  sought: { pattern: word('seek|sought'), standard: 'match', violation: 'type Sought = string' },
  pursue: { pattern: word('pursue|pursues'), standard: 'process', violation: 'await pursueRefund(id)' },
  concern: { pattern: word('concern'), standard: 'refund subject', violation: 'const concernOf = 1' },
  hush: { pattern: word('hush'), standard: 'close', violation: 'streams.hush()' },
  unhurried: { pattern: word('unhurried'), standard: 'with a long time-out', violation: 'unhurried(work)' },
  patience: { pattern: word('patience'), standard: 'time-out', violation: 'const patienceMs = 1' },
  refuse: { pattern: word('refuse'), standard: 'reject', violation: 'refuseGuess(order)' },
  stranger: { pattern: /'stranger'/, standard: 'not_found', violation: "type: 'stranger'" },
  somebody: {
    pattern: /\b(somebody|nobody|whoever|anybody|everybody)\b(?!-)/i,
    standard: 'the actor: user, guest, manager, caller, worker',
    violation: '// Somebody else pays.',
  },
  anew: { pattern: /\b(anew|meanwhile|alike)\b/i, standard: 'again', violation: '// It is read anew.' },
  beside: { pattern: /\bbeside\b/, standard: 'next to', violation: '// It lies beside the file.' },
  stands: { pattern: /\bstands\b/, standard: 'is shown', violation: '// The price stands here.' },
  itself: {
    pattern: /\bby (itself|themselves)\b/,
    standard: 'automatically',
    violation: '// It ends by itself.',
  },
  written: {
    pattern: /\b(writ(ten|es?|ing) down|writeDown)\b/,
    standard: 'recorded',
    violation: '// It is written down.',
  },
  back: {
    pattern: /\b(comes|came|goes|went) back\b/,
    standard: 'is refunded',
    violation: "'Your money goes back.'",
  },
  setApart: {
    pattern: /\bset apart\b|\bmoney of no order\b/i,
    standard: 'unallocated funds',
    violation: '// Money set apart.',
  },
  because: {
    pattern: /\bbecause: (?!'?reason)|\.because\b/,
    standard: 'reason',
    violation: "{ is: 'failed', because: 'timeout' }",
  },
  clause: {
    pattern: /(\/\*\*|\/\/|^\s*\*) (What|Who|Whoever) /m,
    standard: 'a noun',
    violation: '/** What is sold from a list. */',
  },
}

/** Applied migrations keep their texts. */
const files = globSync('{server,shared,islands,views}/**/*.{ts,tsx,ejs}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.startsWith('server/database/migrations/'))
const texts = files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)

describe.each(Object.entries(replacedTerms))('%s', (_, { pattern, standard, violation }) => {
  test('the pattern finds a violation', () => {
    expect(violation).toMatch(pattern)
  })

  test(`shipped code uses the standard term: ${standard}`, () => {
    const found = texts.flatMap(([file, text]) =>
      text
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    )
    expect(found).toEqual([])
  })
})
