import type { LinkPreview } from '@fettle/protocol/chat/messages/previews'
import { Parser } from 'htmlparser2'
import type { SafeFetchResponse } from '../../platform/safe-fetch/safe-fetch.ts'

/** Metadata of a page (Open Graph first). Pure. */

export interface PageFacts {
  title: string
  description?: string
  siteName?: string
  /** Address of its image. */
  imageUrl?: string
}

const MAX_TITLE_LENGTH = 200
const MAX_DESCRIPTION_LENGTH = 300
const MAX_SITE_NAME_LENGTH = 80

/** Parses a page. Undefined: nothing to show. */
export function readPage({
  bytes,
  headers,
  url,
}: Pick<SafeFetchResponse, 'bytes' | 'headers' | 'url'>): PageFacts | undefined {
  const type = headers['content-type'] ?? ''
  if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(type)) return undefined
  const { meta, title } = parseHead(decode(bytes, type))
  const visible = cut(meta.get('og:title') ?? meta.get('twitter:title') ?? title, MAX_TITLE_LENGTH)
  if (!visible) return undefined
  const description = cut(
    meta.get('og:description') ?? meta.get('twitter:description') ?? meta.get('description'),
    MAX_DESCRIPTION_LENGTH,
  )
  const siteName = cut(meta.get('og:site_name'), MAX_SITE_NAME_LENGTH)
  const imageUrl = absolute(meta.get('og:image:secure_url') ?? meta.get('og:image') ?? meta.get('twitter:image'), url)
  return {
    title: visible,
    ...(description ? { description } : {}),
    ...(siteName ? { siteName } : {}),
    ...(imageUrl ? { imageUrl } : {}),
  }
}

function parseHead(html: string): { meta: Map<string, string>; title: string } {
  const meta = new Map<string, string>()
  let title = ''
  let isTitle = false
  let isOver = false
  const parser = new Parser({
    onopentag(name, attributes) {
      if (isOver) return
      if (name === 'body') isOver = true
      if (name === 'title' && title === '') isTitle = true
      const key = (attributes['property'] ?? attributes['name'])?.toLowerCase()
      const content = attributes['content']
      // The first occurrence wins.
      if (name === 'meta' && key && content && !meta.has(key)) meta.set(key, content)
    },
    ontext(text) {
      if (isTitle) title += text
    },
    onclosetag(name) {
      if (name === 'title') isTitle = false
    },
  })
  parser.end(html)
  return { meta, title }
}

function decode(bytes: Buffer, type: string): string {
  const charset =
    /charset=["']?([\w-]+)/i.exec(type) ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(bytes.subarray(0, 1024).toString('latin1'))
  try {
    return new TextDecoder(charset?.[1] ?? 'utf-8').decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

/** One line without invisible characters, shortened. */
function cut(text: string | undefined, max: number): string | undefined {
  const line = text
    ?.normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (!line) return undefined
  const characters = Array.from(line)
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`
}

function absolute(address: string | undefined, base: string): string | undefined {
  if (!address || !URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined
}

/** Cache key of a page: its address without the fragment. */
export function pageKey(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  url.hash = ''
  return url.href
}

const IMAGE_ID = /^prv_([0-9a-f]{64})$/

/** Storage key of a preview's image. Undefined for other ids. */
export function previewImageKey(id: string): string | undefined {
  const hash = IMAGE_ID.exec(id)?.[1]
  return hash && `chat-previews/${hash}.webp`
}

export const imageIdsOf = (previews: readonly (LinkPreview | null)[] = []): string[] =>
  previews.flatMap((preview) => preview?.image?.id ?? [])

export const previewImageId = (hash: string) => `prv_${hash}`
