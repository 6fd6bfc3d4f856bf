import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Locale } from '@fettle/i18n/locales'

/** A page in the web build's `pages.json`. */
export interface WebPage {
  path: string
  /** Language of the page. Absent: it serves all languages. */
  locale?: Locale
  html: string
  status: number
  /** Modules the page needs at once. */
  preload: string[]
  development?: boolean
  /** Whether the page has a button for signing in with Google. Absent: it is the same with and without. */
  google?: boolean
}

export interface WebPages {
  pages: WebPage[]
  redirects: Record<string, string>
  csp: { scripts: string[]; styles: string[] }
}

export type ContentEncoding = 'br' | 'gzip' | 'identity'

export interface Asset {
  type: string
  etag: string
  bytes: Partial<Record<ContentEncoding, Buffer>> & { identity: Buffer }
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** The built web app in memory: a few megabytes, so that requests never touch the disk. */
export interface Dist {
  pages: WebPages
  /** By path within the folder, separated by `/`. */
  assets: ReadonlyMap<string, Asset>
}

function readAsset(path: string): Asset {
  const identity = readFileSync(path)
  const side = (suffix: string) => (existsSync(path + suffix) ? readFileSync(path + suffix) : undefined)
  const [br, gzip] = [side('.br'), side('.gz')]
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    etag: `"${hash('sha256', identity, 'base64url').slice(0, 22)}"`,
    bytes: { identity, ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) },
  }
}

/** Reads a build. Undefined: there is none. */
export function readDist(folder: string): Dist | undefined {
  const table = join(folder, 'pages.json')
  if (!existsSync(table)) return undefined
  const assets = new Map<string, Asset>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    if (!entry.isFile() || /\.(br|gz|json)$/.test(name) || name.startsWith('.')) continue
    assets.set(name, readAsset(path))
  }
  return { pages: JSON.parse(readFileSync(table, 'utf8')) as WebPages, assets }
}
