import { getMapOptions } from '@fettle/protocol/maps'
import { afterEach, expect, it } from 'vitest'
import { createProvider } from '../../../testing/people.ts'
import { startTown, type Town } from '../../../testing/town.ts'

let town: Town
afterEach(() => town.close())

it('maps are drawn without anybody else unless a server of tiles is set', async () => {
  town = await startTown()
  const ada = await createProvider(town)
  expect(await town.call(getMapOptions, {}, ada)).toEqual({ tiles: null })
})

it('maps are drawn with the tiles the operator has chosen', async () => {
  const mapTiles = { url: 'https://tiles.example.com/{z}/{x}/{y}.png', attribution: '© Example' }
  town = await startTown({ config: { mapTiles } })
  const ada = await createProvider(town)
  expect(await town.call(getMapOptions, {}, ada)).toEqual({ tiles: mapTiles })
})
