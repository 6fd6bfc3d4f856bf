import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unreachableStates } from '@fettle/protocol'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { createProvider } from '../../../testing/fixtures/providers.ts'
import * as example from '../../../testing/fixtures/rental-workflow.ts'
import { SYSTEM, type ActingPerson } from '../acting-party.ts'
import { rootDir } from '../config.ts'
import { listTimeline } from '../db/domain-events.ts'

const { rentals, messages } = example

const testApp = setUpTestApp()
let ada: ActingPerson
let rental: example.Rental
beforeAll(async () => {
  const { id } = await createProvider(testApp)
  ada = { role: 'PROVIDER', id, name: 'Ada Obi' }
  example.handleTimers(testApp.deps)
})

beforeEach(async () => {
  messages.length = 0
  // Timers of earlier tests find nothing.
  rentals.clear()
  const now = testApp.clock.now()
  rental = {
    id: testApp.deps.ids.next('rnt'),
    providerId: ada.id,
    customer: { id: testApp.deps.ids.next('cus') },
    tool: 'drill',
    status: 'LENT',
    dueAt: new Date(+now + 48 * HOUR_MS),
    lastAction: null,
    lastActionBy: null,
    firedTimers: [],
    version: 1,
    updatedAt: now,
  }
  rentals.set(rental.id, rental)
  await testApp.db.transaction((tx) =>
    example.rentalWorkflow.begin(testApp.deps, tx, ada, rental, { event: 'rental.lent' }),
  )
})

const events = async () =>
  (await listTimeline(testApp.db, { type: 'rental', id: rental.id }, 'PROVIDER')).map(({ event, actor }) => [
    event,
    actor.type,
  ])

describe('a workflow', () => {
  it('reaches every state of its table', () => {
    expect(unreachableStates(example.rentalFlow)).toEqual([])
  })

  it('runs a transition with its event and effects, and shows the result', async () => {
    const show = await example.takeBack(testApp.deps, ada, rental.id, 1)
    expect(await show()).toEqual({ status: 'RETURNED', version: 2, allowedActions: [] })
    expect(messages).toEqual(['The drill is back.'])
    expect(await events()).toEqual([
      ['rental.lent', 'PROVIDER'],
      ['rental.returned', 'PROVIDER'],
    ])
  })

  it('changes nothing when repeated, whatever the version', async () => {
    await example.takeBack(testApp.deps, ada, rental.id)
    const show = await example.takeBack(testApp.deps, ada, rental.id, 1)
    expect(await show()).toMatchObject({ status: 'RETURNED', version: 2 })
    expect(await events()).toHaveLength(2)
  })

  it('refuses an older version and shows the current state', async () => {
    await example.extend(testApp.deps, ada, rental.id, new Date(+rental.dueAt + HOUR_MS))
    await expect(example.takeBack(testApp.deps, ada, rental.id, 1)).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { thing: 'rental', current: { status: 'LENT', version: 2, allowedActions: ['take-back', 'extend'] } },
    })
  })

  it('refuses what the table or a guard does not allow', async () => {
    const expected = { code: 'INVALID_TRANSITION', details: { from: 'RETURNED', allowed: [] } }
    await example.takeBack(testApp.deps, ada, rental.id)
    await expect(example.extend(testApp.deps, ada, rental.id, new Date())).rejects.toMatchObject(expected)
  })

  it('hides a record from everybody else', async () => {
    const other: ActingPerson = { ...ada, id: 'prv_other' }
    await expect(example.takeBack(testApp.deps, other, rental.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('fires each timer once: a reminder, then a transition', async () => {
    await testApp.advance(24 * HOUR_MS)
    await example.fireTimer(testApp.deps, rental.id, 'remind')
    expect(messages).toEqual(['The drill is due tomorrow.'])
    expect(rentals.get(rental.id)).toMatchObject({ status: 'LENT', version: 1 })
    await testApp.advance(24 * HOUR_MS)
    await example.fireTimer(testApp.deps, rental.id, 'expire')
    expect(messages.slice(1)).toEqual(['The drill is overdue.'])
    expect(await events()).toContainEqual(['rental.expired', 'SYSTEM'])
    expect(await events()).toHaveLength(2)
  })

  it('drops the timers of a state it leaves, and ignores those of a deleted record', async () => {
    await example.takeBack(testApp.deps, ada, rental.id)
    await example.fireTimer(testApp.deps, rental.id, 'expire')
    rentals.delete(rental.id)
    await example.fireTimer(testApp.deps, rental.id, 'expire')
    expect(messages).toEqual(['The drill is back.'])
  })

  it('remembers at most twenty timers', () => {
    const { markFired } = example.rentalTimers
    let fired = rental
    for (let hour = 0; hour < 30; hour += 1) {
      fired = markFired(fired, { kind: 'remind', dueAt: new Date(hour * HOUR_MS) })
    }
    expect(fired.firedTimers).toHaveLength(20)
    expect(fired.firedTimers.at(-1)).toBe('remind@1970-01-02T05:00:00.000Z')
  })

  it('names timers and operators as actors of events', async () => {
    await testApp.db.transaction((tx) =>
      example.rentalWorkflow.append(testApp.deps, tx, SYSTEM, rental, { event: 'rental.checked' }),
    )
    expect(await events()).toContainEqual(['rental.checked', 'SYSTEM'])
  })
})

it('is explained with this example', () => {
  const page = readFileSync(join(rootDir, 'docs/how-to/add-a-state.md'), 'utf8')
  const source = readFileSync(join(rootDir, 'apps/server/testing/fixtures/rental-workflow.ts'), 'utf8')
  expect(page).toContain(source)
})
