import { getMapOptions } from '@fettle/protocol/common/maps'
import { afterEach, expect, it } from 'vitest'
import { createProvider } from '../../../testing/fixtures/providers.ts'
import { startTestApp, type TestApp } from '../../../testing/app/test-app.ts'

let testApp: TestApp
afterEach(() => testApp.close())

it('maps have no external tiles unless a tile server is set', async () => {
  testApp = await startTestApp()
  const ada = await createProvider(testApp)
  expect(await testApp.call(getMapOptions, {}, ada)).toEqual({ tiles: null })
})

it("maps use the operator's tile server", async () => {
  const mapTiles = { url: 'https://tiles.example.com/{z}/{x}/{y}.png', attribution: '© Example' }
  testApp = await startTestApp({ config: { mapTiles } })
  const ada = await createProvider(testApp)
  expect(await testApp.call(getMapOptions, {}, ada)).toEqual({ tiles: mapTiles })
})
