import { DAY_MS } from '@fettle/protocol/core/durations'
import { expect, it } from 'vitest'
import { createProvider } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'
import { notify } from './index.ts'

const testApp = setUpTestApp()

it('keeps a notification for a year, and in the inbox for longer', async () => {
  const me = await createProvider(testApp)
  await testApp.db.transaction((tx) =>
    notify(testApp.deps, tx, {
      workflow: 'document-approved',
      providerId: me.id,
      params: { document: 'PASSPORT' },
      data: { type: 'document', id: 'doc_1' },
    }),
  )
  const stored = () =>
    testApp.db.one(sql`
      select (select count(*) from notifications where subject_id = 'doc_1') as kept,
        (select count(*) from inbox.notifications where data ->> 'id' = 'doc_1') as listed`)
  await testApp.advance(364 * DAY_MS)
  expect(await stored()).toEqual({ kept: 1, listed: 1 })
  await testApp.advance(2 * DAY_MS)
  expect(await stored()).toEqual({ kept: 0, listed: 1 })
})
