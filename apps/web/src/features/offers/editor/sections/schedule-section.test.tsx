import { OfferDraft } from '@fettle/protocol/offers/content'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpScreen } from '../../../../testing/screen.tsx'
import { useEditing } from '../use-editing.ts'
import { ScheduleSection } from './schedule-section.tsx'

const { draw, text } = setUpScreen()

function Section({ now }: { now: Date }) {
  const offer = { timeZone: 'Pacific/Auckland', request: null, usualValidDays: 14 }
  return <ScheduleSection offer={offer} editing={useEditing(() => z.parse(OfferDraft, {}))} problems={{}} now={now} />
}

it('says until when an offer is valid by default, also far east of Greenwich', async () => {
  await draw(<Section now={new Date('2026-11-25T09:00:00Z')} />)
  expect(text()).toContain('Default: Wednesday, December 9, 2026')
})
