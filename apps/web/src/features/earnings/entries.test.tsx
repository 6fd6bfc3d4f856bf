import { ledgerTypes } from '@fettle/protocol/earnings/earnings'
import { expect, it } from 'vitest'
import { setUpScreen, waitFor } from '../../testing/screen.tsx'
import * as apiModule from '../../lib/http/api.ts'
import { Entries } from './entries.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const queries = [] as { type?: string; from?: string }[]
replaceExports(apiModule, {
  // Later than any clock that runs this.
  call: async () => [{ month: '2999-01' }],
  callWithMeta: async (_operation: object, { query }: { query: object }) => {
    queries.push(query)
    return { data: [], meta: { nextCursor: null } }
  },
})

const { draw, field, choose } = setUpScreen()

it('keeps the chosen type and month when the user comes back from a record', async () => {
  await draw(<Entries />)
  await choose('Kind', 3)
  await choose('Month', 2)
  const month = field('Month').value
  await draw('A record')
  await draw(<Entries />)
  expect([field('Kind').value, field('Month').value]).toEqual(['TIP', month])
  expect(queries.at(-1)).toMatchObject({ type: 'TIP', from: `${month}-01` })
})

it("offers the provider's months, which may not be the reader's", async () => {
  await draw(<Entries />)
  await waitFor(() => expect(field('Month').textContent).toMatch(/^All monthsJanuary 2999December 2998/))
})

it('can show each type of entry alone', async () => {
  await draw(<Entries />)
  const options = [...(field('Kind') as unknown as HTMLSelectElement).options].map(({ value }) => value)
  expect(options.filter(Boolean).sort()).toEqual([...ledgerTypes].sort())
})
