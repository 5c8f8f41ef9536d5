import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Translation } from '../../shared/i18n.ts'
import { englishTexts } from './english.ts'

/** Each letter with a mark. Vowels are doubled, which makes a text about 35 % longer. */
const accents: Readonly<Record<string, string>> = {
  ...{
    a: 'áá',
    e: 'éé',
    i: 'íí',
    o: 'óó',
    u: 'úú',
    y: 'ýý',
    A: 'ÁÁ',
    E: 'ÉÉ',
    I: 'ÍÍ',
    O: 'ÓÓ',
    U: 'ÚÚ',
    Y: 'ÝÝ',
  },
  ...{
    b: 'ƀ',
    c: 'ç',
    d: 'ð',
    f: 'ƒ',
    g: 'ğ',
    h: 'ĥ',
    j: 'ĵ',
    k: 'ķ',
    l: 'ļ',
    m: 'ɱ',
    n: 'ñ',
    p: 'þ',
    q: 'ʠ',
  },
  ...{ r: 'ŕ', s: 'š', t: 'ţ', v: 'ṽ', w: 'ŵ', x: 'ẋ', z: 'ž' },
  ...{
    B: 'Ɓ',
    C: 'Ç',
    D: 'Ð',
    F: 'Ƒ',
    G: 'Ğ',
    H: 'Ĥ',
    J: 'Ĵ',
    K: 'Ķ',
    L: 'Ļ',
    M: 'Ṁ',
    N: 'Ñ',
    P: 'Þ',
    Q: 'Ɋ',
  },
  ...{ R: 'Ŕ', S: 'Š', T: 'Ţ', V: 'Ṽ', W: 'Ŵ', X: 'Ẋ', Z: 'Ž' },
}

const addAccents = (text: string): string => text.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter)

function accentedElement(element: MessageFormatElement): MessageFormatElement {
  switch (element.type) {
    case TYPE.literal:
      return { ...element, value: addAccents(element.value) }
    case TYPE.tag:
      return { ...element, children: element.children.map(accentedElement) }
    case TYPE.plural:
    case TYPE.select:
      return {
        ...element,
        options: Object.fromEntries(
          Object.entries(element.options).map(([form, { value }]) => [
            form,
            { value: value.map(accentedElement) },
          ]),
        ),
      }
    default:
      return element
  }
}

/** Every message of the product in the pseudo-language. Values that are inserted stay as they are. */
export async function pseudoMessages(): Promise<Translation> {
  const texts = await englishTexts()
  return Object.fromEntries(
    [...texts].map(([id, { message }]) => [
      id,
      parse(message, { captureLocation: false }).map(accentedElement),
    ]),
  )
}
