import { createStore } from '@fettle/chat-client/store'
import type { UseQueryResult } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LoadableCard } from '../cards/loadable-card.tsx'
import { openMenus, setUpScreen } from '../../testing/screen.tsx'
import { SWIPE_PX } from '../../ui/layout/swipe-row.tsx'
import { remindSwipe } from '../lists/row-swipes.tsx'
import { ConflictView } from './conflict-view.tsx'
import { DocumentMenu } from './document-menu.tsx'
import { DataList } from '../../ui/layout/data-list.tsx'
import { DocumentLines, titleColumn, totalColumn } from './document-rows.tsx'
import { EditorFrame } from './editor-frame.tsx'
import { EmptyList } from './empty-list.tsx'
import { TemplatePicker } from './template-picker.tsx'
import type { AutosaveState } from './use-document-autosave.ts'
import { useDocumentListParams, type DocumentListParams } from './use-document-list-params.ts'

const { draw, button, text, press } = setUpScreen()

beforeEach(() => {
  HTMLElement.prototype.hidePopover ??= () => undefined
})

describe('the parts of a document', () => {
  const rows = [
    { id: 'off_1', reference: 'OF-1', title: 'Pump', total: { amount: 450_000, currency: 'NGN' } },
    { id: 'off_2', reference: 'OF-2', title: 'Tank', total: null },
  ]
  type Row = (typeof rows)[number]
  const remind = vi.fn<(id: string) => void>()
  const list = (onPress = vi.fn<(row: Row) => void>()) => (
    <DataList<Row>
      label="Drafts"
      rows={rows}
      columns={[titleColumn<Row>('offer', 'Offer', ({ title }) => title), totalColumn('Total', (row) => row.total)]}
      rowKey={({ id }) => id}
      card={({ title, total, reference }) => (
        <DocumentLines title={title} total={total} customer={{ name: 'Ngozi', avatar: null }} about={[null, reference]}>
          Draft
        </DocumentLines>
      )}
      href={({ id }) => `/offers/${id}?tab=drafts`}
      onPress={onPress}
      swipes={({ id }) => ({ toEnd: remindSwipe(() => remind(id)) })}
      bulk={{ nameOf: ({ title }) => title, actions: (selected) => `${selected.length} to export` }}
    />
  )

  it('lists documents as cards that load when they are pressed', async () => {
    const onPress = vi.fn<(row: Row) => void>()
    await draw(list(onPress))
    const links = [...document.querySelectorAll('a')]
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/offers/off_1?tab=drafts',
      '/offers/off_2?tab=drafts',
    ])
    expect(links.map((link) => link.textContent)).toEqual(['Pump₦4,500Ngozi · OF-1Draft', 'Tank–Ngozi · OF-2Draft'])
    await act(async () => void links[0]?.dispatchEvent(new Event('pointerdown', { bubbles: true })))
    expect(onPress).toHaveBeenCalledExactlyOnceWith(rows[0])
  })

  it('acts on a card that is swiped, unless cards are being selected', async () => {
    await draw(list())
    const swipe = () =>
      act(async () => {
        for (const [type, clientX] of [
          ['pointerdown', 0],
          ['pointermove', SWIPE_PX],
          ['pointerup', SWIPE_PX],
        ] as const) {
          const event = new MouseEvent(type, { bubbles: true, clientX })
          Object.defineProperty(event, 'pointerType', { value: 'touch' })
          document.querySelector('li p')?.dispatchEvent(event)
        }
      })
    await swipe()
    expect(remind).toHaveBeenCalledExactlyOnceWith('off_1')
    await press('Select')
    await swipe()
    expect(remind).toHaveBeenCalledOnce()
    await press('Select all')
    expect(text()).toContain('2 selected2 to export')
  })

  it('lists documents as a table where there is room', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
    await draw(list())
    expect([...document.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual(['', 'Offer', 'Total'])
    expect([...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)).toEqual([
      'PumpOF-1₦4,500',
      'TankOF-2–',
    ])
  })

  it('explains an empty tab, and an empty search', async () => {
    const setCreating = vi.fn<(open: boolean) => void>()
    const setTyped = vi.fn<(text: string) => void>()
    const params = (q: string) =>
      ({ tab: 'drafts', q, setCreating, setTyped }) as unknown as DocumentListParams<'drafts'>
    const tabs = { drafts: { Icon: Pencil, title: 'No drafts', hint: 'They appear here.', mayCreate: true } }
    await draw(<EmptyList listParams={params('')} tabs={tabs} create="Create an offer" />)
    expect(text()).toContain('No drafts')
    await press('Create an offer')
    expect(setCreating).toHaveBeenCalledExactlyOnceWith(true)
    await draw(<EmptyList listParams={params('pump')} tabs={tabs} create="Create an offer" />)
    expect(text()).toContain('No results for “pump”')
    await press('Clear search')
    expect(setTyped).toHaveBeenCalledExactlyOnceWith('')
  })

  it('puts ending actions last, behind a line', async () => {
    const onAct = vi.fn<(action: string) => void>()
    await draw(
      <DocumentMenu
        actions={['withdraw', 'extend']}
        label={(action) => `To ${action}`}
        isEnding={(action) => action === 'withdraw'}
        onAct={onAct}
      />,
    )
    expect(document.querySelector('[role=menuitem]')).toBeNull()
    await openMenus()
    const items = [...document.querySelectorAll('[role=menuitem], [role=separator], hr')]
    expect(items.map(({ textContent }) => textContent)).toEqual(['To extend', '', 'To withdraw'])
    await press('To withdraw')
    expect(onAct).toHaveBeenCalledExactlyOnceWith('withdraw')
  })

  it('shows both versions of a conflict, and waits for the choice', async () => {
    let settle: () => void = () => undefined
    const onChoose = vi.fn<(choice: string) => Promise<void>>(() => new Promise((resolve) => (settle = resolve)))
    await draw(<ConflictView title="It changed." mine="Pump" theirs="Pump and tank" onChoose={onChoose} />)
    expect(document.querySelector('[role=alert]')?.textContent).toContain('It changed.')
    await press('Keep mine')
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('mine')
    expect(button('Keep mine')?.getAttribute('aria-busy')).toBe('true')
    await act(async () => settle())
    expect(button('Keep mine')?.getAttribute('aria-busy')).not.toBe('true')
    await press('Use the other version')
    expect(onChoose).toHaveBeenLastCalledWith('theirs')
    await draw(
      <ConflictView title="It changed." mine="Pump" theirs={null} deleted="It was deleted." onChoose={onChoose} />,
    )
    expect([text().includes('It was deleted.'), button('Use the other version')]).toEqual([true, undefined])
  })

  it('shows what an editor has to tell above the form', async () => {
    const editor = (over: { error?: unknown; isOffline?: boolean; messages?: string[] }) => (
      <EditorFrame
        contentRef={null}
        head={<h1>Pump</h1>}
        autosave={{
          state: createStore<AutosaveState>('changed'),
          isOffline: over.isOffline ?? false,
          error: over.error,
          conflict: undefined,
        }}
        conflict={null}
        problems={{ title: 'Fix these:', messages: over.messages ?? [] }}
        total="₦4,500"
        totals="All of it"
        sideActions="Send"
        barActions="Send"
      >
        <form aria-label="Lines" />
      </EditorFrame>
    )
    await draw(editor({}))
    expect(document.querySelectorAll('[role=alert]')).toHaveLength(0)
    expect([...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)).toEqual([
      'Changed',
      'Changed',
    ])
    await draw(editor({ error: new Error('No.'), messages: ['Enter a title.', 'Enter a title.', 'Add a line.'] }))
    expect(text()).toContain("We couldn't save your changes.")
    expect([...document.querySelectorAll('[role=alert] li')].map(({ textContent }) => textContent)).toEqual([
      'Enter a title.',
      'Add a line.',
    ])
    await draw(editor({ isOffline: true }))
    expect(text()).toContain("You're offline.")
  })

  it('shows a card of a conversation while it loads, when it is gone, and when it could not be loaded', async () => {
    const refetch = vi.fn<() => Promise<void>>(async () => undefined)
    const query = (over: object) =>
      ({ isPending: false, isFetching: false, refetch, ...over }) as unknown as UseQueryResult<{ title: string } | null>
    const card = (over: object, gone?: string) => (
      <LoadableCard query={query(over)} failed="It could not be loaded." gone={gone}>
        {({ title }) => <p>{title}</p>}
      </LoadableCard>
    )
    await draw(card({ isPending: true }))
    expect(document.querySelectorAll('[aria-busy=true]')).toHaveLength(1)
    await draw(card({ data: { title: 'Pump' } }))
    expect(text()).toBe('Pump')
    await draw(card({ data: null }, 'It no longer exists'))
    expect(text()).toContain('It no longer exists')
    await draw(card({ data: null }))
    await press('Try again')
    expect(refetch).toHaveBeenCalledOnce()
  })
})

describe('a list of documents of one customer', () => {
  const Offers = () => {
    const params = useDocumentListParams({ readTab: () => 'drafts', path: (id) => `/offers/${id}` })
    return (
      <>
        <output>{`${params.customer} ${params.creating?.customer}`}</output>
        <button onClick={() => params.setCreating(true)}>New</button>
        <button onClick={() => params.setCreating(false)}>Close</button>
      </>
    )
  }
  const shown = () => document.querySelector('output')?.textContent

  it('is still one when a new document for the customer is begun and given up', async () => {
    await draw(<Offers />, '/offers?customer=cus_1')
    await press('New')
    expect(shown()).toBe('cus_1 cus_1')
    await press('Close')
    expect(shown()).toBe('cus_1 undefined')
  })

  it('is none after a link to a new document for the customer', async () => {
    await draw(<Offers />, '/offers?new=&customer=cus_1')
    expect(shown()).toBe('undefined cus_1')
    await press('Close')
    expect(shown()).toBe('undefined undefined')
  })
})

it('loads the templates again when asked', async () => {
  const refetch = vi.fn(async () => undefined)
  const found = { isPending: false, isError: true, error: new Error('Away'), isFetching: false, refetch }
  await draw(
    <TemplatePicker
      found={found as unknown as UseQueryResult<{ id: string; name: string }[]>}
      title="New kitchen"
      replaces={null}
      leavesOut={null}
      apply={() => () => undefined}
      keep={async () => undefined}
      onClose={() => undefined}
    />,
  )
  await press('Try again')
  expect(refetch).toHaveBeenCalledOnce()
})
