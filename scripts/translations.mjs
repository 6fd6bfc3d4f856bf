// Checks that every text of the web app is translated into every language, and that none is unused. Run after building
// the web app, which regenerates the English catalogue.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages/i18n/locales')
const translated = ['fr', 'ar']

/** The texts of a catalogue by their English. Empty where not translated. */
function read(locale) {
  const text = readFileSync(join(folder, `${locale}/web.po`), 'utf8')
  const joined = (lines) =>
    lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .join('')
  const entries = text.matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"(?:\n|$))+)/gm)
  return new Map([...entries].map(([, id, words]) => [joined(id), joined(words)]).filter(([id]) => id !== ''))
}

const english = read('en')
const problems = translated.flatMap((locale) => {
  const words = read(locale)
  return [
    ...[...english.keys()].filter((id) => !words.get(id)).map((id) => `${locale} lacks: ${id}`),
    ...[...words.keys()].filter((id) => !english.has(id)).map((id) => `${locale} has what nobody says: ${id}`),
  ]
})

for (const problem of problems) console.error(problem)
if (problems.length > 0)
  console.error(`\n${problems.length} problems. "npm run extract" brings the catalogs in step with the code.`)
else console.log(`${english.size} sentences in ${translated.length + 1} languages`)
process.exitCode = problems.length > 0 ? 1 : 0
