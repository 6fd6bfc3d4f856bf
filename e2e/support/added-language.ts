import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import PO from 'pofile'
import { repository } from './dev-server.ts'

/** A language that only a copy of the sources has. */
export const ADDED_LANGUAGE = 'eo'
/** Stands before each of its texts. */
export const ADDED_LANGUAGE_MARK = '⟦eo⟧ '

/** Copies the sources into an empty folder and adds a language there as docs/how-to/add-a-language.md says. */
export function copyWithAddedLanguage(copy: string): void {
  copySources(copy)
  addLanguage(copy)
}

/** Copies the workspaces; the packages installed from the registry are linked. */
function copySources(copy: string): void {
  const isSource = (path: string) => !/[\\/](node_modules|dist|\.cache|locales[\\/](?!en)\w+)$/.test(path)
  for (const folder of ['apps/web', 'packages', 'tsconfig.base.json'])
    cpSync(join(repository, folder), join(copy, folder), { recursive: true, filter: isSource })
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@fettle'), { recursive: true })
  for (const name of readdirSync(join(repository, 'node_modules')))
    if (name !== '@fettle' && !name.startsWith('.'))
      symlinkSync(join(repository, 'node_modules', name), join(modules, name))
  for (const name of readdirSync(join(copy, 'packages')))
    symlinkSync(join(copy, 'packages', name), join(modules, '@fettle', name))
}

/** One line in the list of languages, and one file per area. */
function addLanguage(copy: string): void {
  const list = join(copy, 'packages/i18n/src/locales.ts')
  const source = readFileSync(list, 'utf8')
  const changed = source.replace(/export const locales = \[(.*)\]/, `export const locales = [$1, '${ADDED_LANGUAGE}']`)
  if (changed === source) throw new Error(`${list} has no list of locales`)
  writeFileSync(list, changed)
  const english = join(copy, 'packages/i18n/locales/en')
  for (const area of readdirSync(english)) {
    const catalogue = PO.parse(readFileSync(join(english, area), 'utf8'))
    catalogue.headers['Language'] = ADDED_LANGUAGE
    for (const item of catalogue.items) item.msgstr = item.msgstr.map((text) => ADDED_LANGUAGE_MARK + text)
    const file = join(copy, 'packages/i18n/locales', ADDED_LANGUAGE, area)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, catalogue.toString())
  }
}
