import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { authTable, pageSourceOf } from './auth-table.ts'
import { notFoundScreen, routeTable, screenSource } from './route-table.ts'

const web = join(import.meta.dirname, '../..')

it.each(authTable)('names the page of $path after its address', ({ path, page }) => {
  expect(page).toBe(`auth${path}.page`)
  expect(existsSync(join(web, pageSourceOf(page)))).toBe(true)
})

it.each([...routeTable.map(({ screen }) => screen), notFoundScreen])('has a screen for %s', (screen) => {
  expect(existsSync(join(web, screenSource(screen)))).toBe(true)
})
