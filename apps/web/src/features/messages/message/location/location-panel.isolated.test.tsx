import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toast, toastStore } from '../../../../ui/feedback/toast.ts'
import type { ComposerTools } from '../../composer/composer-tools.ts'

const share = vi.hoisted(() => vi.fn())
vi.mock('./locations.ts', () => ({ locations: { share } }))
vi.mock('./sharing.ts', () => ({ startSharing: vi.fn() }))
vi.mock('./use-job-location.ts', () => ({ useJobLocation: () => undefined, jobPin: vi.fn() }))
vi.mock('../../../../shared/map/map-tiles.ts', () => ({ useMapTiles: () => undefined }))
vi.mock('./position.ts', () => ({
  findPosition: async () => ({ latitude: 6.5, longitude: 3.4, accuracy: 10 }),
  positionErrorText: () => '',
}))
const { default: LocationPanel } = await import('./location-panel.tsx')

let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  act(() => root.unmount())
  toast.clear()
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
})

describe('sharing a location', () => {
  it.each([
    ['success', 'Location shared', () => share.mockResolvedValue({})],
    ['error', 'Failed to share the location', () => share.mockRejectedValue(new Error('lost'))],
  ])('shows its %s', async (tone, title, answer) => {
    answer()
    const tools = { target: { store: { cid: 'messaging:a' } } } as unknown as ComposerTools
    const onClose = vi.fn()
    await act(async () =>
      root.render(
        <I18nProvider i18n={i18n}>
          <LocationPanel tools={tools} args="" onClose={onClose} />
        </I18nProvider>,
      ),
    )
    const button = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Share my location')
    await act(async () => button?.click())
    expect(toastStore.get()).toMatchObject([{ tone, title }])
    expect(onClose).toHaveBeenCalledTimes(tone === 'success' ? 1 : 0)
  })
})
