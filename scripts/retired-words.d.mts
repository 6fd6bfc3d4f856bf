/** The words in `backticks` in the "not" column of a glossary, in lower case, singular and plural. */
export function retiredWords(glossary: string): Set<string>

/** The words of an identifier or file name. */
export function wordsOf(name: string): string[]
