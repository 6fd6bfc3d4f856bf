import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rootDir } from '../../src/platform/config.ts'
import { frameTypes, renderChatProtocol } from './chat-docs.ts'
import { frames } from './chat-docs.text.ts'

describe('docs/reference/chat-protocol.md', () => {
  it('matches the protocol: run `npm run docs` otherwise', () => {
    expect(readFileSync(join(rootDir, 'docs/reference/chat-protocol.md'), 'utf8')).toBe(renderChatProtocol())
  })

  it('documents exactly the existing frames', () => {
    expect(Object.keys(frames).sort()).toEqual(
      frameTypes()
        .map(({ type }) => type)
        .sort(),
    )
  })
})
