import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import * as apiModule from './api.ts'
import { DataTab } from './data-tab.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

replaceExports(apiModule, {
  exportQuery: {
    queryKey: ['export'],
    queryFn: async () => ({ status: 'READY', url: '/export.zip', size: 2_500_000, expiresAt: null, availableAt: null }),
  },
})

const { draw, text } = setUpScreen()

it('shows the size of an export as numbers are written in the language', async () => {
  i18n.loadAndActivate({ locale: 'fr', messages: {} })
  await draw(<DataTab />)
  await waitFor(() => expect(text()).toContain('2,5'))
})

it('says what to do before closing the account, and leads to the payouts', async () => {
  await draw(<DataTab />)
  await waitFor(() => expect(text()).toContain('Finish or cancel open work first, and pay out all your money'))
  expect(document.querySelector('a[href="/earnings?tab=payouts"]')?.textContent).toBe('Payouts')
})
