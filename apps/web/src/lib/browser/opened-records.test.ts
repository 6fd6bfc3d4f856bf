import { beforeEach, expect, it } from 'vitest'
import { clearOpened, recordOpened, readOpened, type OpenedRecord } from './opened-records.ts'

const record = (id: string, title = id): OpenedRecord => ({
  kind: 'BOOKING',
  id,
  reference: null,
  title,
  customer: { name: 'Ngozi Eze', avatar: null },
})
const opened = () => readOpened().map(({ title }) => title)

beforeEach(clearOpened)

it('lists the records opened last, each once, with their latest title', () => {
  recordOpened(record('a'))
  recordOpened(record('b'))
  recordOpened(record('a', 'renamed'))
  expect(opened()).toEqual(['renamed', 'b'])
})

it('keeps eight, until the session ends', () => {
  for (let count = 1; count <= 10; count++) recordOpened(record(String(count)))
  expect(opened()).toEqual(['10', '9', '8', '7', '6', '5', '4', '3'])
  clearOpened()
  expect(opened()).toEqual([])
})

it('has none where the stored value cannot be read', () => {
  localStorage.setItem('opened', '{')
  expect(readOpened()).toEqual([])
})
