import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ContractDraft } from './content.ts'
import { contractProblems, milestoneMismatch } from './problems.ts'
import {
  amendmentFlow,
  contractUpdates,
  contractFlow,
  contractTransitionNames,
  finalContractStatuses,
  milestoneFlow,
} from './flow.ts'
import { ContractAction } from './states.ts'
import { actionsFrom, unreachableStates } from '../core/flow.ts'

const people = ['PROVIDER', 'CUSTOMER', 'SYSTEM'] as const
const statesWithoutActions = <S extends string>(table: Parameters<typeof actionsFrom<S, string, string>>[0]) =>
  table.states.filter((state) => people.every((role) => actionsFrom(table, state, role).length === 0))

describe('the flow of a contract', () => {
  it('reaches every state, with milestones and change orders', () => {
    expect(unreachableStates(contractFlow)).toEqual([])
    expect(unreachableStates(milestoneFlow)).toEqual([])
    expect(unreachableStates(amendmentFlow)).toEqual([])
  })

  it('has 11 states, and leaves each non-final one without an operator', () => {
    expect(contractFlow.states).toHaveLength(11)
    // A final contract can be disputed for a while.
    expect(['COMPLETED', ...statesWithoutActions<string>(contractFlow)]).toEqual([...finalContractStatuses])
    expect(statesWithoutActions<string>(milestoneFlow)).toEqual(['CANCELLED'])
    expect(statesWithoutActions<string>(amendmentFlow)).toEqual(['APPROVED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'])
  })

  it('names each action once', () => {
    expect(ContractAction.options).toEqual([...new Set([...contractTransitionNames, ...Object.keys(contractUpdates)])])
  })
})

describe('the content of a contract', () => {
  const whole = z.parse(ContractDraft, {
    title: 'New bathroom',
    scopeOfWork: 'Tiles off, tiles on.',
    siteAddress: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
    startDate: '2026-03-10',
    endDate: '2026-03-20',
    totalAmount: 300,
    milestones: [
      { title: 'Tiles off', amount: 100, dueDate: '2026-03-12' },
      { title: 'Tiles on', amount: 200, dueDate: '2026-03-20' },
    ],
  })
  const problemsOf = (over: object) => contractProblems({ ...whole, ...over }).map(({ path }) => path.join('.'))

  it('is valid when complete and in order', () => {
    expect(contractProblems(whole)).toEqual([])
    expect(milestoneMismatch(whole)).toBeNull()
  })

  it('reports each missing field', () => {
    expect(contractProblems(z.parse(ContractDraft, {})).map(({ path }) => path.join('.'))).toEqual([
      'title',
      'scopeOfWork',
      'siteAddress',
      'startDate',
      'totalAmount',
      'milestones',
    ])
    expect(problemsOf({ milestones: [{ title: '', amount: 0, description: '' }] })).toEqual([
      'milestones.0.title',
      'milestones.0.amount',
    ])
  })

  it('needs ordered dates', () => {
    const [first, second] = whole.milestones
    expect(problemsOf({ endDate: '2026-03-09', milestones: [] })).toEqual(['endDate', 'milestones'])
    expect(problemsOf({ milestones: [{ ...first, dueDate: '2026-03-09' }] })).toEqual(['milestones.0.dueDate'])
    expect(problemsOf({ milestones: [{ ...first, dueDate: '2026-03-21' }] })).toEqual(['milestones.0.dueDate'])
    expect(problemsOf({ milestones: [second, first], sequential: true })).toEqual(['milestones.1.dueDate'])
    expect(problemsOf({ milestones: [second, first] })).toEqual([])
  })

  it('needs milestones that add up', () => {
    expect(milestoneMismatch({ ...whole, totalAmount: 301 })).toEqual({ sum: 300, total: 301 })
  })
})
