// Checks the size of the built web app: the scripts a page loads at once, the translations it loads besides, and the
// number of files. Run after `npm run build`. Fails above a budget; `--all` shows every page.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail } from './read-options.mjs'

const dist = join(dirname(import.meta.dirname), 'apps/web/dist')

/** Bytes in brotli of scripts, without translations. */
const SIGN_IN_MAX = 110_000
const HOME_MAX = 200_000
const ROUTE_MAX = 260_000
/** Bytes in brotli of a page's translations. */
const CATALOGUE_MAX = 70_000
/** Files in dist/assets, without their compressed copies. */
const FILES_MAX = 400

if (!existsSync(join(dist, 'pages.json'))) fail('There is no build of the web app. Run "npm run build" first.')
const assets = readdirSync(join(dist, 'assets')).filter((file) => !/\.(br|gz)$/.test(file))
const sizeOf = (file) => statSync(join(dist, `${file}.br`)).size
const { pages } = JSON.parse(readFileSync(join(dist, 'pages.json'), 'utf8'))
const totalOf = (files) => files.reduce((total, file) => total + sizeOf(file), 0)
const budgeted = pages.filter(({ development, preload }) => !development && preload.length > 0)
// English is in the scripts: what a page in another language loads besides is its translations.
const rows = budgeted.map(({ path, locale, html, google, preload }) => {
  const english = budgeted.find((page) => page.path === path && page.google === google && page.locale === 'en')
  if (locale !== 'en') {
    const scripts = new Set(english.preload)
    const size = totalOf(preload.filter((file) => !scripts.has(file)))
    return { name: `translations of ${path} in ${locale}`, size, max: CATALOGUE_MAX }
  }
  const isSignIn = readFileSync(join(dist, html), 'utf8').includes('data-page="auth"')
  return { name: path, size: totalOf(preload), max: isSignIn ? SIGN_IN_MAX : path === '/' ? HOME_MAX : ROUTE_MAX }
})
rows.push({ name: 'files in dist/assets', size: assets.length, max: FILES_MAX })

const exceeded = rows.filter(({ size, max }) => size > max)
for (const { name, size, max } of process.argv.includes('--all') ? rows : exceeded)
  console.log(`${size > max ? '✗' : ' '} ${name.padEnd(36)} ${String(size).padStart(7)} of ${max}`)
console.log(`${rows.length} budgets, ${exceeded.length} exceeded`)
if (exceeded.length > 0) process.exitCode = 1
