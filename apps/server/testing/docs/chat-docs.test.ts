import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rootDir } from '../../src/platform/config.ts'
import { frameTypes, renderChatProtocol } from './chat-docs.ts'
import { frames } from './chat-docs.text.ts'

describe('docs/reference/chat-protocol.md', () => {
  it('says what the protocol says: run `npm run docs` when it does not', () => {
    expect(readFileSync(join(rootDir, 'docs/reference/chat-protocol.md'), 'utf8')).toBe(renderChatProtocol())
  })

  it('has a word for every frame there is, and for no other', () => {
    expect(Object.keys(frames).sort()).toEqual(
      frameTypes()
        .map(({ type }) => type)
        .sort(),
    )
  })
})
