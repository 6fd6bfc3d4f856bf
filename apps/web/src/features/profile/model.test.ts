import { describe, expect, it } from 'vitest'
import { groupNames, groupOf } from './groups.ts'
import { calendarDay, differences, tabIn } from './model.ts'

describe('differences of two form versions', () => {
  it('include lists', () => {
    const mine = { city: 'Ikeja', state: 'Lagos', servicesProvided: ['Tiles', 'Grout'] }
    const theirs = { city: 'Yaba', state: 'Lagos', servicesProvided: ['Tiles'] }
    expect(differences(mine, theirs)).toEqual([
      { field: 'city', mine: 'Ikeja', theirs: 'Yaba' },
      { field: 'servicesProvided', mine: ['Tiles', 'Grout'], theirs: ['Tiles'] },
    ])
    expect(differences(mine, { ...mine })).toEqual([])
  })
})

it('a birthday does not depend on the time zone', () => {
  expect(calendarDay('1990-04-01', 'en-GB')).toBe('1 April 1990')
})

it('a tab is named by the address, also by notifications, with the first as default', () => {
  const shown = ['tab=documents', 'section=security', 'tab=nonsense', ''].map((query) =>
    tabIn(new URLSearchParams(query)),
  )
  expect(shown).toEqual(['documents', 'security', 'information', 'information'])
})

it('missing fields have a group', () => {
  expect(['accountNumber', 'serviceType', 'address', 'dateOfBirth', 'phone'].map(groupOf)).toEqual([
    'bankingInformation',
    'professionalInformation',
    'locationDetails',
    'personalInformation',
    'personalInformation',
  ])
  expect(groupOf('avatar')).toBeUndefined()
  expect(groupNames).toHaveLength(4)
})
