// Checks that every shipped package has an allowed licence, read from the installed packages.
import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'MPL-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'BSD',
  'Unlicense',
  'Python-2.0',
  'PSF-2.0',
  'PostgreSQL',
  'WTFPL',
  'Zlib',
])
/**
 * Reviewed by hand, both used unmodified through their npm packages: a shared library under the LGPL, and data under
 * CC BY-SA 3.0 (see NOTICE).
 */
const REVIEWED = [/^@img\/sharp-/, /^date-holidays$/]
const FORBIDDEN = [/^stream-chat/]

const allowed = (expression) =>
  expression
    .replace(/[()]/g, '')
    .split(/\s+OR\s+/)
    .some((option) => option.split(/\s+AND\s+/).every((part) => ALLOWED.has(part.trim())))

const problems = []
let count = 0
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
for (const [path, entry] of Object.entries(lock.packages)) {
  if (!path.includes('node_modules/') || entry.link) continue
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  count += 1
  if (FORBIDDEN.some((pattern) => pattern.test(name))) problems.push(`${name}: its licence forbids our use`)
  if (REVIEWED.some((pattern) => pattern.test(name))) continue
  const licence = entry.license ?? fromPackage(path)
  if (!licence) problems.push(`${name}: names no licence`)
  else if (!allowed(licence)) problems.push(`${name}: ${licence}`)
}

function fromPackage(path) {
  const file = join(root, path, 'package.json')
  if (!existsSync(file)) return undefined
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof license === 'object') return license?.type
  const named = license ?? licenses?.map(({ type }) => type).join(' OR ')
  if (named) return named
  const text = readdirSync(join(root, path)).find((entry) => /^licen[cs]e/i.test(entry))
  return text && /Permission is hereby granted, free of charge/.test(readFileSync(join(root, path, text), 'utf8'))
    ? 'MIT'
    : undefined
}

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
} else {
  console.log(`${count} packages, all under allowed licences`)
}
