import type { SearchResult } from '@fettle/protocol/workspace/search'
import { searchKinds } from '@fettle/protocol/workspace/constants'
import { plural, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import {
  CalendarDays,
  CircleQuestionMark,
  FileText,
  MessagesSquare,
  ReceiptText,
  ScrollText,
  Search,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { isComposing } from '../../lib/forms/is-composing.ts'
import { readOpened } from '../../lib/browser/opened-records.ts'
import { useDebounced } from '../../lib/forms/use-debounced.ts'
import { searchText } from '../../lib/format/search-text.ts'
import { BookingChip } from '../../shared/bookings/booking-chip.tsx'
import { ContractChip } from '../../shared/cards/contract-chip.tsx'
import { MoneyChip } from '../../shared/cards/money-chip.tsx'
import { LoadError } from '../../shared/errors/load-error.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { StatusChip } from '../../ui/feedback/status-chip.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { actions, type SearchAction } from './actions.ts'
import { recentQuery, searchQuery } from './api.ts'
import { addressOf, matches, optionAfter } from './model.ts'

const TYPING_MS = 150

interface PaletteProps {
  pages: readonly SearchAction[]
  onClose: () => void
}

type Result = Omit<SearchResult, 'at'>

/**
 * Search over everything, with actions. While nothing is typed: what was opened on this device, else the newest records,
 * and the usual actions.
 */
export function Palette({ pages, onClose }: PaletteProps) {
  return (
    <Dialog onClose={onClose} title={<Trans>Search</Trans>}>
      <Content pages={pages} onClose={onClose} />
    </Dialog>
  )
}

interface Option {
  key: string
  to: string
  content: ReactNode
  /** Whether the server found it. While the latest search runs, it may be a result of the text before. */
  isFound: boolean
}

interface Group {
  name: string
  options: Option[]
}

function Content({ pages, onClose }: PaletteProps) {
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [selected, setSelected] = useState(0)
  // Enter was pressed before the first result of what is typed was there.
  const [isEntered, setEntered] = useState(false)
  const q = searchText(useDebounced(typed, TYPING_MS))
  const isEmpty = typed.trim() === ''
  const [opened] = useState(() => readOpened().map((record) => ({ ...record, status: null, cid: null })))
  const recent = useQuery({ ...recentQuery, enabled: opened.length === 0 })
  const search = useQuery({ ...searchQuery(q ?? ''), enabled: q !== undefined, placeholderData: keepPreviousData })
  const found = isEmpty ? recent : search
  const isSearching = !isEmpty && (searchText(typed) !== q || search.isPlaceholderData)
  const results = isEmpty && opened.length > 0 ? opened : isEmpty || q !== undefined ? found.data : []
  const groups = useGroups(typed, pages, results ?? [])
  const options = groups.flatMap((group) => group.options)
  const current = Math.min(selected, options.length - 1)
  const optionId = (index: number) => `${id}-option-${index}`

  const choose = (option: Option | undefined) => {
    if (!option) return
    onClose()
    void navigate(option.to)
  }
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const next = optionAfter(event.key, current, options.length)
    if (next === undefined && event.key !== 'Enter') return
    event.preventDefault()
    const isEarly = isSearching && current <= 0 && options[0]?.isFound !== false
    setEntered(next === undefined && isEarly)
    if (next !== undefined) setSelected(next)
    else if (!isEarly) choose(options[current])
  }
  const openFirst = useEffectEvent(() => choose(options[0]))
  useEffect(() => {
    if (isEntered && !isSearching) openFirst()
  }, [isEntered, isSearching])
  useEffect(() => {
    document.getElementById(`${id}-option-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])

  return (
    <div className="grid gap-3 pt-1">
      <div className="relative">
        <Search
          size={18}
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-3 my-auto text-text-muted"
        />
        <input
          ref={autoFocus}
          type="text"
          role="combobox"
          aria-label={t`Search`}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? optionId(current) : undefined}
          value={typed}
          placeholder={t`Customers, jobs, invoices, messages, help`}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => {
            setTyped(event.target.value)
            setSelected(0)
            setEntered(false)
          }}
          onKeyDown={onKey}
          className="min-h-11 w-full rounded-control border border-line-strong bg-surface-raised ps-10 pe-3 text-base text-ellipsis placeholder:text-text-muted"
        />
      </div>
      <div className="-mx-2 flex h-[min(56dvh,28rem)] flex-col">
        {found.isError && <LoadError title={t`The search didn't work.`} query={found} />}
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t`Search results`}
          aria-busy={found.isFetching}
          className="min-h-0 overflow-y-auto overscroll-contain px-2"
        >
          {groups.map(({ name, options: own }, groupIndex) => {
            const first = groups.slice(0, groupIndex).reduce((count, group) => count + group.options.length, 0)
            return (
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of options within a listbox
              <div key={name} role="group" aria-labelledby={`${id}-group-${groupIndex}`} className="pb-2">
                <div id={`${id}-group-${groupIndex}`} className="px-2 pt-1 pb-1 text-sm font-semibold text-text-muted">
                  {name}
                </div>
                {own.map((option, index) => (
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field handles the keys and names the active option
                  <div
                    key={option.key}
                    id={optionId(first + index)}
                    role="option"
                    aria-selected={first + index === current}
                    onPointerMove={() => setSelected(first + index)}
                    onClick={() => choose(option)}
                    className={clsx(
                      'flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5',
                      first + index === current && 'bg-surface-hover',
                    )}
                  >
                    {option.content}
                  </div>
                ))}
              </div>
            )
          })}
        </div>
        {q && options.length === 0 && !found.isFetching && !found.isError && (
          <p className="px-2 py-6 text-center text-text-muted">
            <Trans>Nothing found. Try a name, a reference or fewer words.</Trans>
          </p>
        )}
        <p role="status" className="sr-only">
          {q && !found.isFetching && plural(options.length, { one: '# result', other: '# results' })}
        </p>
      </div>
    </div>
  )
}

/** Focuses a field as its dialog opens: `showModal` honours the attribute, which React does not set. */
const autoFocus = (input: HTMLInputElement | null) => input?.setAttribute('autofocus', '')

function useGroups(typed: string, pages: readonly SearchAction[], results: readonly Result[]): Group[] {
  const { _ } = useLingui()
  const text = typed.trim()
  const labels: Record<SearchResult['kind'], string> = {
    CUSTOMER: t`Customers`,
    BOOKING: t`Bookings`,
    OFFER: t`Offers`,
    CONTRACT: t`Contracts`,
    INVOICE: t`Invoices`,
    MESSAGE: t`Messages`,
    ARTICLE: t`Help`,
  }
  const started = (name: string, all: readonly SearchAction[]): Group => ({
    name,
    options: all
      .filter(({ label }) => matches(_(label), text))
      .map(({ to, label, Icon }) => ({
        key: to,
        to,
        isFound: false,
        content: (
          <>
            <Icon size={20} aria-hidden="true" className="mx-1.5 shrink-0 text-text-muted" />
            <span className="min-w-0 flex-1 truncate">{_(label)}</span>
          </>
        ),
      })),
  })
  const found = (name: string, own: readonly Result[]): Group => ({
    name,
    options: own.map((result) => ({
      key: `${result.kind} ${result.id}`,
      to: addressOf(result),
      isFound: true,
      content: <ResultRow result={result} />,
    })),
  })
  const groups =
    text === ''
      ? [found(t`Recent`, results), started(t`Actions`, actions)]
      : [
          started(t`Actions`, actions),
          started(t`Pages`, pages),
          ...searchKinds.map((kind) =>
            found(
              labels[kind],
              results.filter((result) => result.kind === kind),
            ),
          ),
        ]
  return groups.filter(({ options }) => options.length > 0)
}

const icons: Record<Exclude<SearchResult['kind'], 'CUSTOMER'>, LucideIcon> = {
  BOOKING: CalendarDays,
  OFFER: FileText,
  CONTRACT: ScrollText,
  INVOICE: ReceiptText,
  MESSAGE: MessagesSquare,
  ARTICLE: CircleQuestionMark,
}

function ResultRow({ result: { kind, title, reference, status, customer } }: { result: Result }) {
  const Icon = kind === 'CUSTOMER' ? undefined : icons[kind]
  const details = kind === 'CUSTOMER' ? [] : [customer?.name, reference].filter(Boolean)
  return (
    <>
      {Icon ? (
        <Icon size={20} aria-hidden="true" className="mx-1.5 shrink-0 text-text-muted" />
      ) : (
        <Avatar name={title} src={customer?.avatar} size="sm" />
      )}
      <span className="grid min-w-0 flex-1">
        <span dir="auto" className="line-clamp-2 text-start">
          {title}
        </span>
        {details.length > 0 && (
          <span dir="auto" className="truncate text-start text-sm text-text-muted tabular-nums">
            {details.join(' · ')}
          </span>
        )}
      </span>
      {status && <ResultChip kind={kind} status={status} />}
    </>
  )
}

function ResultChip({ kind, status }: { kind: SearchResult['kind']; status: string }) {
  if (kind === 'BOOKING') return <BookingChip state={status} />
  if (kind === 'CONTRACT') return <ContractChip state={status} />
  return kind === 'INVOICE' ? <MoneyChip state={status} /> : <StatusChip state={status} />
}
