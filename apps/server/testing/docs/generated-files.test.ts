import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rootDir } from '../../src/platform/config.ts'
import { frameTypes } from './chat-docs.ts'
import { frames } from './chat-docs.text.ts'
import { generatedFiles } from './generated-files.ts'

it.each(Object.entries(generatedFiles))('%s is up to date: run `npm run docs` otherwise', (file, render) => {
  expect(readFileSync(join(rootDir, file), 'utf8')).toBe(render())
})

it('documents exactly the existing frames', () => {
  expect(Object.keys(frames).sort()).toEqual(
    frameTypes()
      .map(({ type }) => type)
      .sort(),
  )
})
