import { parseSync } from 'vite'

/** A string in source code that a person may read. */
export interface InterfaceString {
  readonly text: string
  readonly line: number
}

/** Attributes whose values are never read by a person. */
const codeAttributes = new Set([
  'className',
  'toastClassName',
  'name',
  'type',
  'href',
  'id',
  'rel',
  'target',
  'autoComplete',
  'inputMode',
  'method',
  'action',
  'role',
  'accept',
  'pattern',
  'd',
  'viewBox',
])
/** Calls whose strings are never read by a person. */
const codeCalls = new Set([
  'Error',
  'RegExp',
  'addEventListener',
  'querySelector',
  'querySelectorAll',
  'closest',
  'matchMedia',
  'assertOutsideTransaction',
  'reportOnce',
])

/** A column or table with an alias, or an operator. */
const sqlFragment = /^([a-z_.]+ as [a-zA-Z_]+|is not|not (in|like))$/

/** A capitalised word, or two words. Identifiers, keys, units, class names and HTML tags are neither. */
const isSentence = (text: string) =>
  !sqlFragment.test(text) &&
  /^[A-Z][a-z]+([ .,:!?…]|$)|[a-z,’'] [a-z]/.test(text.replaceAll(/<[^<>]*(>|$)/g, ' ').trim())

type Node = { type: string; start: number; end: number } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** Strings and JSX texts of a module that a person may read: candidates for a module of texts. */
export function interfaceStrings(file: string, source: string): InterfaceString[] {
  const found: InterfaceString[] = []
  const add = (text: string, start: number, force = false) => {
    if (force ? /\p{L}{2}/u.test(text) : isSentence(text))
      found.push({ text: text.trim(), line: source.slice(0, start).split('\n').length })
  }
  const visit = (node: Node): void => {
    if (isCode(node)) return
    if (node.type === 'JSXText') add(String(node.value), node.start, true)
    if (node.type === 'Literal' && typeof node.value === 'string') add(node.value, node.start)
    if (node.type === 'TemplateElement') add(rawOf(node.value), node.start)
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child)
  }
  visit(parseSync(file, source).program as unknown as Node)
  return found
}

const rawOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : ''

const nameOf = (value: unknown) => (isNode(value) && 'name' in value ? String(value.name) : '')

/** Calls by name, as a method or not. Logs in the browser's console are read by developers. */
const isCodeCall = (callee: unknown) =>
  isNode(callee) && callee.type === 'MemberExpression'
    ? /^(console|log)$/.test(lastNameOf(callee.object)) || codeCalls.has(nameOf(callee.property))
    : isNode(callee) && (callee.type === 'Super' || codeCalls.has(nameOf(callee)))

/** `log` of `log` and of `deps.log`. */
const lastNameOf = (value: unknown) =>
  isNode(value) && value.type === 'MemberExpression' ? nameOf(value.property) : nameOf(value)

/** Parts of a program that hold no text for people: types, imports, keys, comparisons, thrown programming errors. */
const isCode = (node: Node): boolean =>
  node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)
    ? true
    : /^(Import|ExportAll)/.test(node.type)
      ? true
      : node.type === 'TaggedTemplateExpression'
        ? nameOf(node.tag) === 'sql'
        : node.type === 'JSXAttribute'
          ? codeAttributes.has(nameOf(node.name))
          : node.type === 'NewExpression' || node.type === 'CallExpression'
            ? isCodeCall(node.callee)
            : node.type === 'BinaryExpression' && /^[!=]==$/.test(String(node.operator))
