import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { PagedRows } from '../../../shared/lists/paged-rows.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { press, setUpScreen, settle } from '../../../testing/screen.tsx'
import { bookingsQuery } from '../api.ts'
import { filterOf } from './booking-filters.ts'

const never = new Promise(() => undefined)
replaceExports(apiModule, {
  callWithMeta: (_: unknown, { query }: { query: { sort: string } }) =>
    query.sort === 'title' ? never : { data: [{ title: 'New tap' }], meta: { nextCursor: null } },
})
const { draw, button, text } = setUpScreen()

function List() {
  const [sort, setSort] = useState<string>()
  const filter = filterOf('requests', sort === undefined ? {} : { sort })
  return (
    <PagedRows
      query={useInfiniteQuery(bookingsQuery(filter))}
      rowsOf={({ bookings }) => bookings}
      failed="Failed"
      empty="Nothing"
    >
      {(rows) => (
        <>
          <button onClick={() => setSort('title')}>Job</button>
          {rows.map(({ title }) => title)}
        </>
      )}
    </PagedRows>
  )
}

it('keeps the rows, and the focus on the head of their column, while they are sorted', async () => {
  await draw(<List />)
  await settle()
  button('Job').focus()
  await press(button('Job'))
  expect(text()).toContain('New tap')
  expect(document.activeElement).toBe(button('Job'))
})
