import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const PREFIX = 'virtual:emoji/'
/** Newest emoji version to offer. Phones still in use show newer ones as empty boxes. */
const NEWEST = 15
const tones = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const

interface Source {
  emoji: string
  label: string
  group?: number
  version: number
  tags?: string[]
  skins?: { emoji: string; tone?: number | number[] }[]
}

interface Messages {
  groups: { key: string; message: string; order: number }[]
  skinTones: { key: string; message: string }[]
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Lists the emoji of a language with the fields the picker shows or searches. */
export function emojiOf(locale: string) {
  const { resolve } = createRequire(import.meta.url)
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(resolve(`emojibase-data/${locale}/${file}.json`), 'utf8'))
  const { groups, skinTones } = read('messages') as Messages
  const categories = groups
    .filter(({ key }) => key !== 'component')
    .map(({ order, message }) => ({ index: order, label: capital(message) }))
  const emojis = (read('data') as Source[])
    .filter(({ group, version }) => categories.some(({ index }) => index === group) && version <= NEWEST)
    .map(({ emoji, label, group = 0, version, tags = [], skins = [] }) => {
      const toned = Object.fromEntries(
        skins.flatMap(({ emoji: skin, tone }) => (typeof tone === 'number' ? [[tones[tone - 1], skin]] : [])),
      )
      return { emoji, category: group, label, version, tags, ...(skins.length > 0 && { skins: toned }) }
    })
  return {
    locale,
    emojis,
    categories,
    skinTones: Object.fromEntries(skinTones.map(({ key, message }) => [key, message])),
  }
}

/** Provides `virtual:emoji/en`: names and groups of all emoji, served by us and loaded when the picker opens. */
export const emojiData = (): Plugin => ({
  name: 'fettle-emoji',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
  load: (id) =>
    id.startsWith(`\0${PREFIX}`)
      ? `export const emoji = JSON.parse(${JSON.stringify(JSON.stringify(emojiOf(id.slice(PREFIX.length + 1))))})`
      : undefined,
})
