// A linter plugin that rejects names with words the glossary has retired.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * The words in `backticks` in the "not" column of a glossary, in lower case, singular and plural.
 *
 * @param {string} glossary Markdown tables of three columns: term, meaning, not.
 */
export function retiredWords(glossary) {
  const column = glossary
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|')[3] ?? '')
  const words = column.flatMap((cell) => [...cell.matchAll(/`([a-z]+)`/g)].map(([, word]) => word))
  return new Set(words.flatMap((word) => [word, `${word}s`]))
}

/**
 * The words of an identifier or file name: `sendDeed`, `send-deed.ts` and `SEND_DEED` are `send` and `deed`.
 *
 * @param {string} name
 */
export const wordsOf = (name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

const glossary = new URL('../docs/glossary.md', import.meta.url)

export default {
  meta: { name: 'fettle' },
  rules: {
    'retired-words': {
      create(context) {
        const retired = retiredWords(readFileSync(glossary, 'utf8'))
        const check = (node, name) => {
          const word = wordsOf(name).find((each) => retired.has(each))
          if (word) context.report({ node, message: `“${word}” is retired; docs/glossary.md says what to write.` })
        }
        return {
          Program: (node) => check(node, basename(context.filename)),
          Identifier: (node) => check(node, node.name),
        }
      },
    },
  },
}
