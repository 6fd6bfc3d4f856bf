// Checks the size of the built web app: the scripts a page loads at once, with its translations, and the number of
// files. Run after `npm run build`. Fails above a budget; `--all` shows every page.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'apps/web/dist')

/** Bytes of scripts in brotli. */
const SIGN_IN_MAX = 110_000
const HOME_MAX = 200_000
const ROUTE_MAX = 260_000
/** Files in dist/assets, without their compressed copies. */
const FILES_MAX = 400

const assets = readdirSync(join(dist, 'assets')).filter((file) => !/\.(br|gz)$/.test(file))
const sizeOf = (file) => statSync(join(dist, `${file}.br`)).size
const { pages } = JSON.parse(readFileSync(join(dist, 'pages.json'), 'utf8'))
const rows = pages
  .filter(({ development, preload }) => !development && preload.length > 0)
  .map(({ path, locale, html, preload }) => {
    const scripts = preload.filter((file) => file.endsWith('.js'))
    const isSignIn = readFileSync(join(dist, html), 'utf8').includes('data-page="auth"')
    return {
      name: `${path} in ${locale}`,
      size: scripts.reduce((total, file) => total + sizeOf(file), 0),
      max: isSignIn ? SIGN_IN_MAX : path === '/' ? HOME_MAX : ROUTE_MAX,
    }
  })
rows.push({ name: 'files in dist/assets', size: assets.length, max: FILES_MAX })

const exceeded = rows.filter(({ size, max }) => size > max)
for (const { name, size, max } of process.argv.includes('--all') ? rows : exceeded)
  console.log(`${size > max ? '✗' : ' '} ${name.padEnd(36)} ${String(size).padStart(7)} of ${max}`)
console.log(`${rows.length} budgets, ${exceeded.length} exceeded`)
if (exceeded.length > 0) process.exitCode = 1
