import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { LOCALE_COOKIE } from '@fettle/i18n/locales'
import { expect, test } from '@playwright/test'
import PO from 'pofile'
import { repository, startDevServer, type DevServer } from '../support/dev-server.ts'

// Adds a language as docs/how-to/add-a-language.md says, to a copy of the sources, and opens screens in it.

test.describe.configure({ mode: 'serial' })

const LANGUAGE = 'eo'
const MARK = '⟦eo⟧ '
const copy = mkdtempSync(join(tmpdir(), 'fettle-language-'))

let web: DevServer | undefined
test.beforeAll(async () => {
  copySources()
  addLanguage()
  web = await startDevServer(copy)
})
test.afterAll(async () => {
  await web?.close()
  rmSync(copy, { recursive: true, force: true })
})

/** Copies the workspaces; the packages installed from the registry are linked. */
function copySources(): void {
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
function addLanguage(): void {
  const list = join(copy, 'packages/i18n/src/locales.ts')
  const source = readFileSync(list, 'utf8')
  const changed = source.replace(/export const locales = \[(.*)\]/, `export const locales = [$1, '${LANGUAGE}']`)
  expect(changed).not.toBe(source)
  writeFileSync(list, changed)
  const english = join(copy, 'packages/i18n/locales/en')
  for (const area of readdirSync(english)) {
    const catalogue = PO.parse(readFileSync(join(english, area), 'utf8'))
    catalogue.headers['Language'] = LANGUAGE
    for (const item of catalogue.items) item.msgstr = item.msgstr.map((text) => MARK + text)
    const file = join(copy, 'packages/i18n/locales', LANGUAGE, area)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, catalogue.toString())
  }
}

test('a language is added by its translations and a line in the list', async ({ page }) => {
  await page.context().addCookies([{ name: LOCALE_COOKIE, value: LANGUAGE, domain: 'localhost', path: '/' }])
  for (const address of ['/login', '/register', '/forgot-password']) {
    await page.goto(`${web?.origin}${address}`)
    await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(MARK)
  }
})
